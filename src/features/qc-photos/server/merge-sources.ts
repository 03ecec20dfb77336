import { getImageIdentity } from '#features/pictures/image-identity.ts'
import type { ImageMetadata, ImageRegistry } from '#features/pictures/image-registry.ts'
import type { QcItem } from '../contract.ts'
import type { SourcePhoto } from '../source-photo.ts'
import { isSamePhoto } from './same-photo.ts'

/** What one source has of an item. */
export type SourceList = { source: string; photos: readonly SourcePhoto[] }
type Facts = ReadonlyMap<string, ImageMetadata>
type Merged = { photo: SourcePhoto; sources: string[] }

/** What all sources together may fill a page with. */
const mostTogether = 600
/** Reserves the space of a photo of unknown size. */
const unknownSide = 720

/**
 * One list of several sources' photos, in their order and each once, with the names of all that have it. A
 * copy of one of `own` becomes it, so that the merged lists show one photo.
 */
export function mergeSources(lists: readonly SourceList[], own: readonly string[], facts: Facts): Merged[] {
  const merged = new Map<string, Merged>()
  const addresses = new Map(own.map((image) => [getImageIdentity(image), image]))
  for (const { source, photos } of lists) {
    for (const photo of photos) {
      const name = getImageIdentity(photo.image)
      const shown = addresses.get(name) ?? photo.image
      addresses.set(name, shown)
      const image = merged.has(shown)
        ? shown
        : (copyAmong(own, shown, facts) ?? copyAmong(merged.keys(), shown, facts) ?? shown)
      const known = merged.get(image)
      if (known) merged.set(image, joined(known, photo, source))
      else if (merged.size < mostTogether)
        merged.set(image, { photo: { ...photo, image }, sources: [source] })
    }
  }
  return [...merged.values()]
}

/** The image among others that shows the same photo. */
function copyAmong(images: Iterable<string>, image: string, facts: Facts): string | undefined {
  const known = facts.get(image)
  for (const other of images) {
    if (other === image) return other
    const its = known && facts.get(other)
    if (its && isSamePhoto(known, its)) return other
  }
  return undefined
}

/** The first source's values count; a later one fills the missing ones. */
function joined({ photo, sources }: Merged, other: SourcePhoto, source: string): Merged {
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

/** A photo as the wire has it. */
export function itemOf(
  { photo, sources }: Merged,
  facts: Facts,
  { addressOf }: Pick<ImageRegistry, 'addressOf'>,
): QcItem {
  const { image, agent, variant, takenAt, width, height } = photo
  const known = facts.get(image)
  const given = width && height ? { width, height } : { width: unknownSide, height: unknownSide }
  return {
    url: addressOf(image),
    source: sources[0] ?? '',
    sources,
    agent,
    variant,
    finding: null,
    takenAt,
    width: known?.width ?? given.width,
    height: known?.height ?? given.height,
    placeholder: known?.colour ?? null,
  }
}
