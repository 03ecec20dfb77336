/** Literals the specification fixes for agents (§2, §4). */
export const agentText = {
  pickerTitle: 'Select an agent',
  pickerHint: 'Select the agent you want to buy on',
  buy: 'Buy',
} as const

/** Texts of the dashboard. */
export const agentListText = {
  empty: 'No Agent Found',
  noUnselect: 'You cannot unselect an agent! Please select another agent instead.',
} as const

/** The agent that is used when neither visitor nor operator chose one (§4). */
export const fallbackAgentName = 'CNFans'

/** Maximum characters of a link template. */
export const agentLimits = { template: 2000 } as const
