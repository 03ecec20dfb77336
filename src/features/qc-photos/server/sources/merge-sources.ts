import { getImageIdentity } from '#features/images/image-identity.ts'
import type { ImageMetadata, ImageRegistry } from '#features/images/image-registry.ts'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { QcItem } from '../../contract.ts'
import { isSamePhoto } from '../same-photo.ts'

/** The photos of an item from one source. */
export type SourceList = { source: string; photos: readonly SourcePhoto[] }
type MetadataBySource = ReadonlyMap<string, ImageMetadata>
type MergedPhoto = { photo: SourcePhoto; sources: string[] }

/** The maximum number of photos from all sources together. */
const maxMergedPhotos = 600
/** The assumed width and height of a photo of unknown size, in px. */
const defaultSidePx = 720

/**
 * Merges the photos of several sources in their order and without duplicates, each with the names of all its sources. A
 * copy of one of the site's `own` images gets the URL of that image, so that the page shows it once.
 */
export function mergeSources(
  lists: readonly SourceList[],
  own: readonly string[],
  metadataBySource: MetadataBySource,
): MergedPhoto[] {
  const merged = new Map<string, MergedPhoto>()
  const imageByIdentity = new Map(own.map((image) => [getImageIdentity(image), image]))
  for (const { source, photos } of lists) {
    for (const photo of photos) {
      const identity = getImageIdentity(photo.image)
      const canonicalImage = imageByIdentity.get(identity) ?? photo.image
      imageByIdentity.set(identity, canonicalImage)
      const image = merged.has(canonicalImage)
        ? canonicalImage
        : (findCopy(own, canonicalImage, metadataBySource) ??
          findCopy(merged.keys(), canonicalImage, metadataBySource) ??
          canonicalImage)
      const mergedPhoto = merged.get(image)
      if (mergedPhoto) merged.set(image, joinPhotos(mergedPhoto, photo, source))
      else if (merged.size < maxMergedPhotos)
        merged.set(image, { photo: { ...photo, image }, sources: [source] })
    }
  }
  return [...merged.values()]
}

/** Finds an image that shows the same photo. */
function findCopy(
  images: Iterable<string>,
  image: string,
  metadataBySource: MetadataBySource,
): string | undefined {
  const metadata = metadataBySource.get(image)
  for (const candidate of images) {
    if (candidate === image) return candidate
    const candidateMetadata = metadata && metadataBySource.get(candidate)
    if (candidateMetadata && isSamePhoto(metadata, candidateMetadata)) return candidate
  }
  return undefined
}

/** Joins copies: values of the first source, with missing values from later ones. */
function joinPhotos({ photo, sources }: MergedPhoto, other: SourcePhoto, source: string): MergedPhoto {
  return {
    photo: {
      ...photo,
      agent: photo.agent ?? other.agent,
      variant: photo.variant ?? other.variant,
      takenAt: photo.takenAt ?? other.takenAt,
    },
    sources: sources.includes(source) ? sources : [...sources, source],
  }
}

export function toQcItem(
  { photo, sources }: MergedPhoto,
  metadataBySource: MetadataBySource,
  { toImageUrl }: Pick<ImageRegistry, 'toImageUrl'>,
): QcItem {
  const { image, agent, variant, takenAt, width, height } = photo
  const metadata = metadataBySource.get(image)
  const reportedSize = width && height ? { width, height } : { width: defaultSidePx, height: defaultSidePx }
  return {
    url: toImageUrl(image),
    source: sources[0] ?? '',
    sources,
    agent,
    variant,
    finding: null,
    takenAt,
    width: metadata?.width ?? reportedSize.width,
    height: metadata?.height ?? reportedSize.height,
    placeholder: metadata?.colour ?? null,
  }
}
