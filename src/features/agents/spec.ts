/** Literals the specification fixes for agents (§2, §4). */
export const agentText = {
  empty: 'No Agent Found',
  added: 'Agent added successfully!',
  updated: 'Agent updated successfully!',
  deletedTitle: 'Deleted!',
  deleted: 'Agent has been deleted.',
  noUnselect: 'You cannot unselect an agent! Please select another agent instead.',
  noName: 'Agent name is required',
  noOffer: 'Offer is required',
  noLink: {
    taobao: 'Taobao Link is required',
    weidian: 'Weidian Link is required',
    ali_1688: '1688 Link is required',
  },
  noImage: 'Please provide an image',
  notAnImage: 'Please select an image file',
  nameTaken: 'There is an agent with this name already.',
  changed: 'This agent was changed by someone else. Please reload.',
  unknown: 'There is no such agent.',
  wrongLink: 'A link starts with http:// or https:// and a host.',
  noPlaceholder: 'Put {id} where the product code goes',
  imageTooLarge: 'The image may have 5 MB at most.',
  notActive: 'Only an active agent can be selected.',
  serialFailed: 'Failed to update agent serial',
  stateFailed: 'Failed to update agent state',
  selectionFailed: 'Failed to update agent selection',
  detailsFailed: 'Failed to update agent details',
  addFailed: 'Failed to add agent',
  deleteFailed: 'Failed to delete agent',
  noResponse: 'Network response was not ok.',
  pickerTitle: 'Select an agent',
  pickerHint: 'Select the agent you want to buy on',
  buy: 'Buy',
} as const

/** The agent when neither visitor nor operator chose one (§4). */
export const fallbackAgentName = 'CNFans'

/** Maximum characters of a name, an offer and a link template. */
export const agentLimits = { name: 80, offer: 300, template: 2000 } as const
