import type { ProductInfo, Sku } from './product-info.ts'
import { formatChoice, getVariantGroups, listPicturedNames } from './variant-selection.ts'

/** A variant as it is stored in users' collections, watches and hauls. */
export type ItemVariant = {
  skuId: string
  /** All its values ('Navy, 42'); empty when the item has no choice. */
  name: string
  /** The values that identify its pictures ('Navy'). The variants of QC photos are compared with them. */
  pictured: string[]
}

/** A variant as lists show it. */
export type ShownVariant = ItemVariant & {
  /** In the information's currency; null when unknown. */
  price: number | null
  currency: string
  /** A source or a URL, as in the information; empty for none. */
  image: string
  /** It has the image of the seller's first variant, which an admin's own pictures replace. */
  hasFirstImage: boolean
}

/** The data of a sku that lists show. */
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

/** The variant without its price and image, for storage. */
export function toItemVariant({ skuId, name, pictured }: ItemVariant): ItemVariant {
  return { skuId, name, pictured }
}

/** The price of a sku in the information's currency: its own price, else the item's. */
export function getSkuPrice({ price }: Pick<ProductInfo, 'price'>, sku: Pick<Sku, 'price'>): number | null {
  return sku.price ?? price
}

/** The picture of a variant in lists. An admin's own pictures replace the seller's image of the first variant. */
export function getVariantImage(
  variant: Pick<ShownVariant, 'image' | 'hasFirstImage'> | null,
  { pictures, thumbnail }: { pictures: readonly string[]; thumbnail: string },
): string {
  const hasOwnPicture = pictures.length > 0 && variant?.hasFirstImage === true
  return (!hasOwnPicture && variant?.image) || thumbnail
}

/** The values that a variant's pictures show, as text for lists ('Navy'); empty when the item has no choice. */
export function formatPictured({ name, pictured }: Pick<ItemVariant, 'name' | 'pictured'>): string {
  return name === '' ? '' : pictured.join(', ')
}

/** Whether photos with these variants certainly show another variant than the chosen values ('Navy', '42'). */
export function isOtherVariant(variants: readonly string[], chosen: readonly string[]): boolean {
  if (variants.length === 0 || chosen.length === 0) return false
  const chosenNames = new Set(chosen.map((name) => name.toLowerCase()))
  const parts = variants.flatMap((variant) => [variant, ...variant.split(',')])
  return !parts.some((part) => chosenNames.has(part.trim().toLowerCase()))
}
