/** Literals the specification fixes for agents (§2, §4). */
export const agentText = {
  empty: 'No Agent Found',
  noUnselect: 'You cannot unselect an agent! Please select another agent instead.',
  pickerTitle: 'Select an agent',
  pickerHint: 'Select the agent you want to buy on',
  buy: 'Buy',
} as const

/** The same of the dashboard; apart, because every page has the words above. */
export const manageAgentText = {
  added: 'Agent added successfully!',
  updated: 'Agent updated successfully!',
  deletedTitle: 'Deleted!',
  deleted: 'Agent has been deleted.',
  noName: 'Agent name is required',
  noOffer: 'Offer is required',
  noLink: {
    taobao: 'Taobao Link is required',
    weidian: 'Weidian Link is required',
    ali_1688: '1688 Link is required',
  },
  noImage: 'Please provide an image',
  notAnImage: 'Please select an image file',
  nameTaken: 'An agent with this name already exists.',
  changed: 'This agent was changed by someone else. Please reload.',
  unknown: 'This agent no longer exists.',
  wrongLink: 'Enter a full link that starts with https:// or http://.',
  noPlaceholder: 'Put {id} where the product code goes',
  imageTooLarge: 'Choose an image of 5 MB or less.',
  notActive: 'Activate this agent before you select it.',
  serialFailed: 'Failed to update agent serial',
  stateFailed: 'Failed to update agent state',
  selectionFailed: 'Failed to update agent selection',
  detailsFailed: 'Failed to update agent details',
  addFailed: 'Failed to add agent',
  deleteFailed: 'Failed to delete agent',
  noResponse: 'Network response was not ok.',
} as const

/** The agent when neither visitor nor operator chose one (§4). */
export const fallbackAgentName = 'CNFans'

/** Maximum characters of a name, an offer and a link template. */
export const agentLimits = { name: 80, offer: 300, template: 2000 } as const
