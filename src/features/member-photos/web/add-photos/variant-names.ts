import type { ProductInfo } from '#features/products/contract.ts'
import { formatChoice, variantGroups } from '#features/products/variants.ts'

/** More would be no choice any more. */
const most = 60

/** What the item's variants are called, as the page names them: 'Navy, 42'; of very many only their first property. */
export function variantNames(info: Pick<ProductInfo, 'skus' | 'productAttr'> | null | undefined): string[] {
  const skus = info?.skus ?? []
  const [first] = skus
  if (!info || !first) return []
  const all = distinct(skus.map((sku) => formatChoice(variantGroups(info, sku))))
  if (all.length <= most) return all
  const [group] = variantGroups(info, first)
  return distinct(group?.values.map(({ name }) => name) ?? []).slice(0, most)
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))]
}
