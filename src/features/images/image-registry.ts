/**
 * An image's metadata, stored when it is rendered for the first time: the size of the upright original in px, its
 * average color like `#8fa3b2` (`#8fa3b240` with transparency, the last two digits are the average opacity), and a
 * perceptual hash of 64 bits in hexadecimal, which is nearly the same for near-duplicates.
 */
export type ImageMetadata = { width: number; height: number; colour: string; fingerprint: string }

/**
 * A member's photo that is not approved: the id of its row, its image source, and the time of its last status change.
 */
export type UnapprovedPhoto = { id: string; image: string; since: Date }

/**
 * The image functions for other features. A source is a media name (`demo/court-low-sneaker/shop-1.webp`), a URL
 * on an allowed host, or a path of this site (`/agents/cnfans.svg`).
 */
export type ImageRegistry = {
  /**
   * The URL of the image for browsers, with a fragment for its average color when that is known; a path of this site is
   * returned unchanged.
   */
  toImageUrl: (source: string) => string
  /**
   * The URL for the author and admins, valid until the photo's status changes, and until the end of tomorrow
   * at most.
   */
  toPrivateImageUrl: (photo: UnapprovedPhoto) => string
  /** The source of an external image URL; undefined when it may not be shown. */
  toImageSource: (raw: string) => string | undefined
  /**
   * The source of an image URL from a form: a URL of this site, one on an allowed host, or a path of this site;
   * undefined when it may not be shown.
   */
  resolveImageSource: (address: string) => Promise<string | undefined>
  /**
   * Registers sources so that their URLs work; a source with a new signature replaces the old one. A claim comes from
   * an untrusted client and does not change a registered image.
   */
  register: (sources: readonly string[], options?: { isClaim?: boolean }) => Promise<void>
  /** Like `register`; also renders permanent copies in the background. */
  archive: (sources: readonly string[]) => Promise<void>
  /** The metadata of the sources that were already rendered. */
  findMetadata: (sources: readonly string[]) => Promise<Map<string, ImageMetadata>>
}
