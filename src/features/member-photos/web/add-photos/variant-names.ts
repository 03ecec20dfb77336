import type { ProductInfo } from '#shared/items/product-info.ts'
import { formatChoice, getVariantGroups } from '#shared/items/variant-selection.ts'

/** More would be no choice any more. */
const maxVariantNames = 60

/** What the item's variants are called, as the page names them: 'Navy, 42'; of very many only their first property. */
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
