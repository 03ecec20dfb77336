import type { ProductInfo, Sku } from './contract.ts'
import { formatChoice, getVariantGroups, listPicturedNames } from './variants.ts'

/** A variant of an item, as it is kept in what people save. */
export type ItemVariant = {
  skuId: string
  /** All its values: 'Navy, 42'; empty where there is nothing to choose. */
  name: string
  /** The values by which its pictures differ from others': 'Navy'. Variants of QC photos are compared with them. */
  pictured: string[]
}

/** A variant as lists show it. */
export type ShownVariant = ItemVariant & {
  /** In the information's currency; null when unknown. */
  price: number | null
  currency: string
  /** As in the information, a source or a URL; empty for none. */
  image: string
  /** It looks as the seller's first variant does, which is what an admin's own pictures show. */
  hasFirstImage: boolean
}

/** What lists show of a sku. */
export function describeVariant(info: ProductInfo, sku: Sku): ShownVariant {
  return {
    skuId: sku.skuID,
    name: formatChoice(getVariantGroups(info, sku)),
    pictured: listPicturedNames(info, sku),
    price: getSkuPrice(info, sku),
    currency: info.currency || 'CNY',
    image: sku.imgUrl,
    hasFirstImage: sku.imgUrl === info.skus[0]?.imgUrl,
  }
}

/** What is kept of a variant beside its price and image. */
export function toItemVariant({ skuId, name, pictured }: ItemVariant): ItemVariant {
  return { skuId, name, pictured }
}

/** What a sku costs, in the information's currency: its own price, else the item's. */
export function getSkuPrice({ price }: Pick<ProductInfo, 'price'>, sku: Pick<Sku, 'price'>): number | null {
  return sku.price ?? price
}

/** The listing picture of a variant; an admin's own pictures win over the seller's of the first one. */
export function getVariantImage(
  variant: Pick<ShownVariant, 'image' | 'hasFirstImage'> | null,
  { pictures, thumbnail }: { pictures: readonly string[]; thumbnail: string },
): string {
  const isOwn = pictures.length > 0 && variant?.hasFirstImage === true
  return (!isOwn && variant?.image) || thumbnail
}

/** What the pictures of a variant show, as a list names it: 'Navy'; empty where there is nothing to choose. */
export function formatPictured({ name, pictured }: Pick<ItemVariant, 'name' | 'pictured'>): string {
  return name === '' ? '' : pictured.join(', ')
}

/** Whether photos of these variants surely show another one than the chosen values ('Navy', '42') name. */
export function isOtherVariant(variants: readonly string[], chosen: readonly string[]): boolean {
  if (variants.length === 0 || chosen.length === 0) return false
  const wanted = new Set(chosen.map((name) => name.toLowerCase()))
  const parts = variants.flatMap((variant) => [variant, ...variant.split(',')])
  return !parts.some((part) => wanted.has(part.trim().toLowerCase()))
}
