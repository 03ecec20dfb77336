import type { CategoryRestriction } from '#features/freight/option.ts'

export type CarriedGoods = {
  /** The shorter of the two lists. */
  title: 'Accepted' | 'Not accepted'
  /** The groups with the number of categories on the list: 'Electronics (2 of 7)'. */
  text: string
}

/**
 * The goods that a line carries as a short text; undefined when it carries everything or the card has no rule.
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
      const categoryCount = group.allowList.length + group.blockList.length
      const listedCount = group[list].length
      if (listedCount === categoryCount) return group.name
      return listedCount === 1 ? `${group[list][0]}` : `${group.name} (${listedCount} of ${categoryCount})`
    })
    .join(', ')
}
