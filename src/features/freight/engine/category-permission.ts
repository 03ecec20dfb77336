import type { CategoryRule } from '#shared/freight/rate-card.ts'
import type { Category, CategoryGroup } from '../category.ts'
import type { CategoryRestriction } from '../option.ts'

/**
 * Whether a line carries a category: a rule on the category decides before one on its flags, that before one
 * on its group, that before the default; on one level a block decides before an allowance (rate-card/1
 * algorithm).
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

/** The same decisions by group, in names. */
export function toCategoryRestrictions(
  permitted: ReadonlySet<string>,
  groups: readonly CategoryGroup[],
): CategoryRestriction[] {
  const listNames = (group: CategoryGroup, isListed: boolean) =>
    group.children.filter(({ id }) => permitted.has(id) === isListed).map(({ name }) => name)
  return groups.map((group) => ({
    name: group.name,
    allowList: listNames(group, true),
    blockList: listNames(group, false),
  }))
}
