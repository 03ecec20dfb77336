import { describeVariant, isOtherVariant, type ShownVariant } from './item-variant.ts'
import type { ProductInfo } from './product-info.ts'
import { createPicturedReader } from './variant-selection.ts'

/**
 * The variant that represents an item (057): the first one, or the first with a QC photo when the first has none. Null for
 * an item without variants.
 * @param labels the variants that the item's QC photos name
 */
export function chooseShownVariant(info: ProductInfo, labels: readonly string[]): ShownVariant | null {
  const [first] = info.skus
  if (!first) return null
  const readPictured = createPicturedReader(info)
  // A sku is looked up by its id, so a sku without an id, or with the id of an earlier one, is skipped.
  const skuById = new Map(info.skus.toReversed().map((sku) => [sku.skuID, sku]))
  const hasPhotoByNames = new Map<string, boolean>()
  const sku = info.skus.find((candidate) => {
    if (skuById.get(candidate.skuID) !== candidate) return false
    const pictured = readPictured(candidate)
    const key = pictured.join('\n')
    // Variants with the same picture share their photos, so the result is cached. An item has up to a thousand variants.
    const hasPhoto = hasPhotoByNames.get(key) ?? labels.some((label) => !isOtherVariant([label], pictured))
    hasPhotoByNames.set(key, hasPhoto)
    return hasPhoto
  })
  return describeVariant(info, sku ?? first)
}

type LabeledPhoto = { variant: string | null }

/**
 * The photo that represents a variant: the first that names it, else the first that names none, else the first. `otherVariant`
 * is the variant that this photo names when it is a different one.
 */
export function findPhotoOfVariant<Photo extends LabeledPhoto>(
  photos: readonly Photo[],
  pictured: readonly string[],
): { photo: Photo; otherVariant: string | null } | undefined {
  const isOther = ({ variant }: Photo) => variant !== null && isOtherVariant([variant], pictured)
  const photo =
    photos.find((candidate) => candidate.variant !== null && !isOther(candidate)) ??
    photos.find(({ variant }) => variant === null) ??
    photos[0]
  return photo && { photo, otherVariant: isOther(photo) ? photo.variant : null }
}
