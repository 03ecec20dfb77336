import type { CategoryRestriction } from '#features/freight/option.ts'

export type CarriedGoods = {
  /** The shorter of the two lists. */
  title: 'Accepted' | 'Not accepted'
  /** Groups with what is carried, or not, of each: 'Electronics (2 of 7)'. */
  text: string
}

/**
 * What a line carries as one line of text; undefined where it carries everything, or the card does not say.
 */
export function describeCarriedGoods(groups: readonly CategoryRestriction[]): CarriedGoods | undefined {
  const allowed = groups.reduce((sum, { allowList }) => sum + allowList.length, 0)
  const blocked = groups.reduce((sum, { blockList }) => sum + blockList.length, 0)
  if (blocked === 0) return undefined
  if (allowed < blocked) return { title: 'Accepted', text: joinGroups(groups, 'allowList') || 'Nothing' }
  return { title: 'Not accepted', text: joinGroups(groups, 'blockList') }
}

function joinGroups(groups: readonly CategoryRestriction[], list: 'allowList' | 'blockList'): string {
  return groups
    .filter((group) => group[list].length > 0)
    .map((group) => {
      const all = group.allowList.length + group.blockList.length
      const some = group[list].length
      if (some === all) return group.name
      return some === 1 ? `${group[list][0]}` : `${group.name} (${some} of ${all})`
    })
    .join(', ')
}
