import { getImageIdentity } from '#features/images/image-identity.ts'
import type { ImageMetadata, ImageRegistry } from '#features/images/image-registry.ts'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { QcItem } from '../../contract.ts'
import { isSamePhoto } from '../same-photo.ts'

/** What one source has of an item. */
export type SourceList = { source: string; photos: readonly SourcePhoto[] }
type MetadataBySource = ReadonlyMap<string, ImageMetadata>
type MergedPhoto = { photo: SourcePhoto; sources: string[] }

/** What all sources together may fill a page with. */
const maxMergedPhotos = 600
/** Reserves the space of a photo of unknown size. */
const unknownSide = 720

/**
 * One list of several sources' photos, in their order and each once, with the names of all that have it. A
 * copy of one of `own` becomes it, so that the merged lists show one photo.
 */
export function mergeSources(
  lists: readonly SourceList[],
  own: readonly string[],
  facts: MetadataBySource,
): MergedPhoto[] {
  const merged = new Map<string, MergedPhoto>()
  const addresses = new Map(own.map((image) => [getImageIdentity(image), image]))
  for (const { source, photos } of lists) {
    for (const photo of photos) {
      const name = getImageIdentity(photo.image)
      const canonicalImage = addresses.get(name) ?? photo.image
      addresses.set(name, canonicalImage)
      const image = merged.has(canonicalImage)
        ? canonicalImage
        : (findCopy(own, canonicalImage, facts) ??
          findCopy(merged.keys(), canonicalImage, facts) ??
          canonicalImage)
      const mergedPhoto = merged.get(image)
      if (mergedPhoto) merged.set(image, joinPhotos(mergedPhoto, photo, source))
      else if (merged.size < maxMergedPhotos)
        merged.set(image, { photo: { ...photo, image }, sources: [source] })
    }
  }
  return [...merged.values()]
}

/** The image among others that shows the same photo. */
function findCopy(images: Iterable<string>, image: string, facts: MetadataBySource): string | undefined {
  const metadata = facts.get(image)
  for (const other of images) {
    if (other === image) return other
    const otherMetadata = metadata && facts.get(other)
    if (otherMetadata && isSamePhoto(metadata, otherMetadata)) return other
  }
  return undefined
}

/** The first source's values count; a later one fills the missing ones. */
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

/** Serializes a photo. */
export function toQcItem(
  { photo, sources }: MergedPhoto,
  facts: MetadataBySource,
  { toImageUrl }: Pick<ImageRegistry, 'toImageUrl'>,
): QcItem {
  const { image, agent, variant, takenAt, width, height } = photo
  const metadata = facts.get(image)
  const reportedSize = width && height ? { width, height } : { width: unknownSide, height: unknownSide }
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
