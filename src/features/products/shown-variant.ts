import type { ProductInfo } from './contract.ts'
import { describeVariant, isOtherVariant, type ShownVariant } from './item-variant.ts'
import { createPicturedReader } from './variants.ts'

/**
 * The one variant that stands for an item: the first, or where it has no QC photo and another has, the first that has
 * (057). Null for an item without variants.
 * @param labels the variants that QC photos of the item name
 */
export function chooseShownVariant(info: ProductInfo, labels: readonly string[]): ShownVariant | null {
  const [first] = info.skus
  if (!first) return null
  const readPictured = createPicturedReader(info)
  // A sku is found by its id: what has none, or that of another, cannot be named.
  const named = new Map(info.skus.toReversed().map((sku) => [sku.skuID, sku]))
  const hasPhotos = new Map<string, boolean>()
  const sku = info.skus.find((one) => {
    if (named.get(one.skuID) !== one) return false
    const pictured = readPictured(one)
    const key = pictured.join('\n')
    // Variants that look alike have the same photos: an item has up to a thousand.
    const known = hasPhotos.get(key) ?? labels.some((label) => !isOtherVariant([label], pictured))
    hasPhotos.set(key, known)
    return known
  })
  return describeVariant(info, sku ?? first)
}

type LabeledPhoto = { variant: string | null }

/**
 * The photo that stands for a variant: the first that names it, else the first that names none, else the first.
 * `other` is what that photo names where it shows another variant.
 */
export function findPhotoOfVariant<Photo extends LabeledPhoto>(
  photos: readonly Photo[],
  pictured: readonly string[],
): { photo: Photo; other: string | null } | undefined {
  const isOther = ({ variant }: Photo) => variant !== null && isOtherVariant([variant], pictured)
  const photo =
    photos.find((one) => one.variant !== null && !isOther(one)) ??
    photos.find(({ variant }) => variant === null) ??
    photos[0]
  return photo && { photo, other: isOther(photo) ? photo.variant : null }
}
