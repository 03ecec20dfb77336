import { isOtherVariant } from '#shared/items/item-variant.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { findChosenSku, getImages, getVariantGroups } from '#shared/items/variant-selection.ts'
import type { NumberedPhoto } from '../../photo-groups.ts'

type PhotoOfVariant = Pick<NumberedPhoto, 'url' | 'variant'>

/**
 * The newest photo that may show the chosen variant, with the seller's image of that variant. When all photos show
 * other variants: the newest photo with the seller's image of its variant, because only the same variant can be
 * compared.
 */
export function findInitialPair(
  info: ProductInfo,
  photos: readonly PhotoOfVariant[],
  chosen: readonly string[],
): { picture: string; photo: string } {
  const chosenPhoto = photos.find(({ variant }) => !isOtherVariant(variant ? [variant] : [], chosen))
  const photo = chosenPhoto ?? photos[0]
  const photoVariants = photo?.variant ? [photo.variant] : []
  const picture = (chosenPhoto && findImage(info, chosen)) ?? findImage(info, photoVariants)
  return { picture: picture ?? getImages(info)[0] ?? '', photo: photo?.url ?? '' }
}

/** The seller's image of a variant, if any. */
function findImage(info: ProductInfo, names: readonly string[]): string | undefined {
  const sku = findChosenSku(info.skus, undefined)
  if (!sku || names.length === 0) return undefined
  const values = getVariantGroups(info, sku).flatMap((group) => group.values)
  return values.find(({ name, image }) => image && !isOtherVariant(names, [name]))?.image
}
