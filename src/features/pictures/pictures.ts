/**
 * What other features need of pictures. A source is a media name (`demo/court-low-sneaker/shop-1.webp`), an address
 * on an allowed host, or a path of our own pages (`/agents/cnfans.svg`).
 */
export type Pictures = {
  /** The address under which the browser gets the picture; a path of our own pages stays as it is. */
  addressOf: (source: string) => string
  /** The source behind a picture address that somebody else wrote, or undefined when it may not be shown. */
  sourceOf: (raw: string) => string | undefined
  /**
   * The source behind a picture address that a form sent: one of ours, one on an allowed host, or a path of our own
   * pages; undefined when it may not be shown.
   */
  sourceBehind: (address: string) => Promise<string | undefined>
  /** Makes our addresses of these sources lead somewhere. */
  keep: (sources: readonly string[]) => Promise<void>
}
