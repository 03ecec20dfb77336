import { isOtherVariant } from '#shared/items/item-variant.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { findChosenSku, getImages, getVariantGroups } from '#shared/items/variant-selection.ts'
import type { NumberedPhoto } from '../../photo-groups.ts'

type PhotoOfVariant = Pick<NumberedPhoto, 'url' | 'variant'>

/**
 * The newest photo that may show the chosen variant, and the seller's image of that; where all photos show others, of the
 * newest one's, because only the same can be compared.
 */
export function findInitialPair(
  info: ProductInfo,
  photos: readonly PhotoOfVariant[],
  chosen: readonly string[],
): { picture: string; photo: string } {
  const own = photos.find(({ variant }) => !isOtherVariant(variant ? [variant] : [], chosen))
  const photo = own ?? photos[0]
  const photoVariants = photo?.variant ? [photo.variant] : []
  const picture = (own && findImage(info, chosen)) ?? findImage(info, photoVariants)
  return { picture: picture ?? getImages(info)[0] ?? '', photo: photo?.url ?? '' }
}

/** The seller's image of a variant, where there is one. */
function findImage(info: ProductInfo, names: readonly string[]): string | undefined {
  const sku = findChosenSku(info.skus, undefined)
  if (!sku || names.length === 0) return undefined
  const values = getVariantGroups(info, sku).flatMap((group) => group.values)
  return values.find(({ name, image }) => image && !isOtherVariant(names, [name]))?.image
}
