/** Literals the specification fixes for agents (§2, §4). */
export const agentText = {
  pickerTitle: 'Select an agent',
  pickerHint: 'Select the agent you want to buy on',
  buy: 'Buy',
} as const

/** The agent that is meant when neither visitor nor operator chose one (§4). */
export const fallbackAgentName = 'CNFans'
