import type { ProductInfo } from '#features/products/contract.ts'
import { findChosenSku, getImages, getVariantGroups } from '#features/products/variants.ts'
import { isOtherVariant, type NumberedPhoto } from '../../photo-groups.ts'

type PhotoOfVariant = Pick<NumberedPhoto, 'url' | 'variant'>

/** The seller's image of the chosen variant, and the newest photo that may show it. */
export function findInitialPair(
  info: ProductInfo,
  photos: readonly PhotoOfVariant[],
  chosen: readonly string[],
): { picture: string; photo: string } {
  const photo = photos.find(({ variant }) => !isOtherVariant(variant ? [variant] : [], chosen)) ?? photos[0]
  const picture = findImage(info, chosen) ?? findImage(info, photo?.variant ? [photo.variant] : [])
  return { picture: picture ?? getImages(info)[0] ?? '', photo: photo?.url ?? '' }
}

/** The seller's image of a variant, where there is one. */
function findImage(info: ProductInfo, names: readonly string[]): string | undefined {
  const sku = findChosenSku(info.skus, undefined)
  if (!sku || names.length === 0) return undefined
  const values = getVariantGroups(info, sku).flatMap((group) => group.values)
  return values.find(({ name, image }) => image && !isOtherVariant(names, [name]))?.image
}
