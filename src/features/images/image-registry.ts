/**
 * An image's metadata, known once it was rendered: the upright original's size in px, its average color as
 * `#8fa3b2` (`#8fa3b240` where it is transparent, the last two digits being its coverage), and 64 bits in hex
 * of which near-duplicates share nearly all.
 */
export type ImageMetadata = { width: number; height: number; colour: string; fingerprint: string }

/** A member's photo that is not approved: its row, its source, and since when it has its status. */
export type UnapprovedPhoto = { id: string; image: string; since: Date }

/**
 * What other features need of images. A source is a media name (`demo/court-low-sneaker/shop-1.webp`), a URL
 * on an allowed host, or a path of our own pages (`/agents/cnfans.svg`).
 */
export type ImageRegistry = {
  /**
   * The URL at which the browser gets the image, perhaps with a fragment for its average color; a path of our
   * own pages stays as it is.
   */
  toImageUrl: (source: string) => string
  /**
   * The URL for the author and admins, valid until the photo's status changes, and until the end of tomorrow
   * at most.
   */
  toPrivateImageUrl: (photo: UnapprovedPhoto) => string
  /** The source behind an image URL from outside, or undefined when it may not be shown. */
  toImageSource: (raw: string) => string | undefined
  /**
   * The source behind an image URL that a form sent: one of ours, one on an allowed host, or a path of our
   * own pages; undefined when it may not be shown.
   */
  resolveImageSource: (address: string) => Promise<string | undefined>
  /**
   * Registers sources so that their URLs work; a source that was signed anew replaces the former URL. A
   * claim, which any client may have written, changes nothing of a known image.
   */
  keep: (sources: readonly string[], options?: { isClaim?: boolean }) => Promise<void>
  /** As `keep`, and has permanent copies made in the background. */
  archive: (sources: readonly string[]) => Promise<void>
  /** The metadata of those sources that were rendered before. */
  findMetadata: (sources: readonly string[]) => Promise<Map<string, ImageMetadata>>
}
