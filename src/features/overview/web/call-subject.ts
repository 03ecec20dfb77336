/** Subjects of guarded calls whose name does not say it. */
const subjectByCall: Record<string, string> = {
  getAllUser: 'All users',
  me: 'Their account',
  refreshToken: 'Their session',
  listSessions: 'Sessions',
  overview: 'Admin home',
  viewCollection: 'My collection',
  qcSets: 'Photo submissions',
  qcSetsOfMine: 'Their photo submissions',
  judgeQcSet: 'Photo submissions',
  approveOrDenyReview: 'Reviews',
  postReview: 'Reviews',
  setOrRemoveProductOnTend: 'Trending products',
  setProductSerial: 'Product order',
  setAgentSerial: 'Agent order',
  activeOrDactiveAnAgent: 'Agents',
  listTemplateOffers: 'Agents',
  settleTemplateOffer: 'Agents',
  changeUserRoleOrStatus: 'User roles',
}

/** The verb at the beginning of a call's name. */
const verb =
  /^(?:add|change|compare|create|delete|edit|end|get|import|read|remove|select|set|update|upload)(?=[A-Z])/

/** The subject of a call as text: 'Rate cards' for `getRateCards`. */
export function describeCall(call = ''): string {
  const subject = subjectByCall[call]
  if (subject) return subject
  const text = call
    .replace(verb, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
