import type { GalleryFrame } from '#features/products/web/gallery/gallery-frame.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { describePhoto, getPhotoSource, groupPhotos } from '#features/qc-photos/photo-groups.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { isOtherVariant } from '#shared/items/item-variant.ts'

/** The maximum number of QC photos in the gallery. The QC section shows all of them. */
const maxQcFrames = 24

type FrameOptions = {
  /** The name of the item. */
  name: string
  /** The seller's photos, that of the chosen variant first. */
  pictures: readonly string[]
  photos: readonly QcItem[]
  /** The names of the chosen variant's values. */
  chosen: readonly string[]
}

/** The frames of the gallery: the chosen variant's photo, the QC photos (those of the variant first), the seller's other photos. */
export function buildGalleryFrames({ name, pictures, photos, chosen }: FrameOptions): GalleryFrame[] {
  const [first, ...otherFrames] = pictures.map((src, index): GalleryFrame => {
    const label = `Seller's photo ${index + 1} of ${pictures.length}`
    return { photoLook: 'listing', src, label, alt: `${name}, ${lowerFirst(label)}`, title: name }
  })
  const numbered = groupPhotos(photos, 'source', chosen).flatMap((group) => group.photos)
  const qc = numbered.slice(0, maxQcFrames).map((photo): GalleryFrame => {
    const { url: src, number, width, height, variant, finding, takenAt } = photo
    return {
      photoLook: 'reality',
      src,
      label: `QC ${number} of ${numbered.length}`,
      alt: [`${name}, QC photo ${number} of ${numbered.length}`, variant].filter(Boolean).join(', '),
      title: getPhotoSource(photo),
      detail: [describePhoto(photo), finding].filter(Boolean).join(' · '),
      width,
      height,
      number,
      variant,
      otherVariant: variant && isOtherVariant([variant], chosen) ? variant : undefined,
      day: takenAt ? formatDate(takenAt) : undefined,
    }
  })
  return [...(first ? [first] : []), ...qc, ...otherFrames]
}

/** The index of the representative QC photo: the first of the chosen variant, else the first; -1 when there is none. */
export function findPairedIndex(frames: readonly GalleryFrame[]): number {
  const index = frames.findIndex(
    ({ photoLook, variant, otherVariant }) => photoLook === 'reality' && variant && !otherVariant,
  )
  return index >= 0 ? index : frames.findIndex(({ photoLook }) => photoLook === 'reality')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
