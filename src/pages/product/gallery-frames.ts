import { isOtherVariant } from '#features/products/item-variant.ts'
import type { GalleryFrame } from '#features/products/web/gallery/gallery-frame.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { describePhoto, getPhotoSource, groupPhotos } from '#features/qc-photos/photo-groups.ts'
import { formatDate } from '#shared/format/format-date.ts'

/** The section of QC photos has the others. */
const maxQcFrames = 24

type FrameOptions = {
  /** The item's. */
  name: string
  /** The seller's photos, that of the chosen variant first. */
  pictures: readonly string[]
  photos: readonly QcItem[]
  /** The names of the chosen variant's values. */
  chosen: readonly string[]
}

/** The gallery's photos: the chosen variant's, the QC photos from its newest on, the seller's others. */
export function buildGalleryFrames({ name, pictures, photos, chosen }: FrameOptions): GalleryFrame[] {
  const [first, ...others] = pictures.map((src, index): GalleryFrame => {
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
      other: variant && isOtherVariant([variant], chosen) ? variant : undefined,
      day: takenAt ? formatDate(takenAt) : undefined,
    }
  })
  return [...(first ? [first] : []), ...qc, ...others]
}

/** The QC photo that stands for all: the newest of the chosen variant, else the newest; -1 without any. */
export function findPairedPhoto(frames: readonly GalleryFrame[]): number {
  const own = frames.findIndex(
    ({ photoLook, variant, other }) => photoLook === 'reality' && variant && !other,
  )
  return own >= 0 ? own : frames.findIndex(({ photoLook }) => photoLook === 'reality')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
