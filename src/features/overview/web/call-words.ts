/** What guarded calls are about, where their own name does not say it in words. */
const wordsByCall: Record<string, string> = {
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
  changeUserRoleOrStatus: 'User roles',
}

/** The verb a call's name begins with. */
const verb =
  /^(?:add|change|compare|create|delete|edit|end|get|import|read|remove|select|set|update|upload)(?=[A-Z])/

/** The subject of a call in words: 'Rate cards' of `getRateCards`. */
export function describeCall(call = ''): string {
  const known = wordsByCall[call]
  if (known) return known
  const words = call
    .replace(verb, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
