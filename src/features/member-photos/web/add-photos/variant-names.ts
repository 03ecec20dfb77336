import type { ProductInfo } from '#shared/items/product-info.ts'
import { formatChoice, getVariantGroups } from '#shared/items/variant-selection.ts'

/** The maximum number of names in the list. */
const maxVariantNames = 60

/** The names of the item's variants: 'Navy, 42'; only their first property when there are too many. */
export function listVariantNames(
  info: Pick<ProductInfo, 'skus' | 'productAttr'> | null | undefined,
): string[] {
  const skus = info?.skus ?? []
  const [first] = skus
  if (!info || !first) return []
  const all = getDistinctNames(skus.map((sku) => formatChoice(getVariantGroups(info, sku))))
  if (all.length <= maxVariantNames) return all
  const [group] = getVariantGroups(info, first)
  return getDistinctNames(group?.values.map(({ name }) => name) ?? []).slice(0, maxVariantNames)
}

function getDistinctNames(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))]
}
