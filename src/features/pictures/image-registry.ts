/**
 * What is known of a picture once it was drawn: the upright original's size in px, its average colour as `#8fa3b2`
 * (`#8fa3b240` where it is transparent, the last two digits saying how much of it covers), and 64 bits in hex of which
 * near-duplicates share nearly all.
 */
export type ImageMetadata = { width: number; height: number; colour: string; fingerprint: string }

/** A photo of people that nobody has approved: its row, its source, and since when its state is what it is. */
export type UnapprovedPhoto = { id: string; image: string; since: Date }

/**
 * What other features need of pictures. A source is a media name (`demo/court-low-sneaker/shop-1.webp`), an address
 * on an allowed host, or a path of our own pages (`/agents/cnfans.svg`).
 */
export type ImageRegistry = {
  /**
   * The address under which the browser gets the picture, perhaps with a fragment that tells its average colour; a path
   * of our own pages stays as it is.
   */
  addressOf: (source: string) => string
  /** The address for the author and admins, until the photo's state changes, and until tomorrow's end at the longest. */
  privateAddressOf: (photo: UnapprovedPhoto) => string
  /** The source behind a picture address that somebody else wrote, or undefined when it may not be shown. */
  sourceOf: (raw: string) => string | undefined
  /**
   * The source behind a picture address that a form sent: one of ours, one on an allowed host, or a path of our own
   * pages; undefined when it may not be shown.
   */
  sourceBehind: (address: string) => Promise<string | undefined>
  /**
   * Makes our addresses of these sources lead somewhere, of a picture that was signed anew to where it is said to be now. A
   * claim, which anybody may have written, changes nothing of a picture that is known.
   */
  keep: (sources: readonly string[], options?: { isClaim?: boolean }) => Promise<void>
  /** As `keep`, and has copies made in the background that last when the origin dies. */
  archive: (sources: readonly string[]) => Promise<void>
  /** What is known of those sources that were drawn before. */
  factsOf: (sources: readonly string[]) => Promise<Map<string, ImageMetadata>>
}
