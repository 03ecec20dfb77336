import type { CategoryRule } from '#shared/freight/rate-card.ts'
import type { CategoryRestriction } from '../option.ts'
import type { Category, CategoryGroup } from '../public-lists.ts'

/**
 * Whether a line carries a category. The first of these rules that exists decides: on the category, on one of its
 * flags, on its group, the default. On one level a block wins over an allowance (rate-card/1 algorithm).
 */
function isPermitted(rule: CategoryRule, group: CategoryGroup, child: Category): boolean {
  const { allow = [], block = [] } = rule
  for (const targets of [[child.id], child.flags.map((flag) => `#${flag}`), [group.id]]) {
    if (targets.some((target) => block.includes(target))) return false
    if (targets.some((target) => allow.includes(target))) return true
  }
  return rule.default !== 'deny'
}

/** Ids of the categories that a line carries. */
export function getPermittedCategories(rule: CategoryRule, groups: readonly CategoryGroup[]): Set<string> {
  const permitted = new Set<string>()
  for (const group of groups)
    for (const child of group.children) if (isPermitted(rule, group, child)) permitted.add(child.id)
  return permitted
}

/** The permitted and blocked categories of each group, by name. */
export function toCategoryRestrictions(
  permitted: ReadonlySet<string>,
  groups: readonly CategoryGroup[],
): CategoryRestriction[] {
  const listNames = (group: CategoryGroup, isPermitted: boolean) =>
    group.children.filter(({ id }) => permitted.has(id) === isPermitted).map(({ name }) => name)
  return groups.map((group) => ({
    name: group.name,
    allowList: listNames(group, true),
    blockList: listNames(group, false),
  }))
}
