import { HOUR_MS } from '#shared/time.ts'

/** The marketplaces' own image hosts, as exact suffixes; `IMAGE_HOSTS` replaces them. */
export const marketplaceHosts = [
  'alicdn.com',
  'tbcdn.cn',
  'geilicdn.com',
  'weidian.com',
  'taobao.com',
  'tmall.com',
  '1688.com',
] as const

export const pictureLimits = {
  /** Of an original, as a file or over the network. */
  originalBytes: 15 * 1024 * 1024,
  originalPixels: 25_000_000,
  /** Of an AVIF, whose decoder takes 18 bytes for each. */
  avifPixels: 4_200_000,
  /** Above this pictures are drawn one at a time. */
  heavyPixels: 8_000_000,
  heavyAvifPixels: 1_000_000,
  fetchMs: 7_500,
  addressLength: 2048,
  /** Pictures that may be drawn at once; decoding takes memory. One network may have both: each is soon over. */
  drawnAtOnce: 2,
  /**
   * Originals that may be held at once while they come in and wait to be drawn; of one network as many as a browser asks
   * for side by side.
   */
  originalsAtOnce: 8,
  originalsOfOne: 6,
  /**
   * Requests that wait for either: as many as there are sockets, and of one network forty readers of pages that nobody
   * had opened.
   */
  waiting: 4_096,
  waitingOfOne: 1_000,
  /** How long a picture that could not be had is not tried again. */
  missingMs: 30_000,
  memoryBytes: 32 * 1024 * 1024,
  diskBytes: 2 * 1024 * 1024 * 1024,
  /** Of how many pictures the facts are at hand when an address is written. */
  factsInMemory: 50_000,
  /** How long finished pages wait for more facts before they are made anew, and how far that is apart at least. */
  newsMs: 5_000,
  newsGapMs: 60_000,
  /** Requests for a picture at a width, by whoever did not have it, that make an AVIF worth its while. */
  looksForAvif: 2,
  /** Pictures of one item that are fetched for keeping, jobs that may wait, and how long one is tried. */
  archivedAtOnce: 60,
  jobsWaiting: 2_000,
  jobMs: 6 * HOUR_MS,
  /** For a question to the S3 bucket. */
  bucketMs: 4_000,
} as const

/** Below this width in px an AVIF is no smaller than a WebP. */
export const leastAvif = 160

/** The widths that are drawn of a picture that is to last. */
export const lastingWidths = [480, 1600] as const

/** The first word of the queries whose answers hold addresses of pictures. */
export const queriesWithPictures = [
  'getAllProduct',
  'findProductById',
  'productInfo',
  'getAgent',
  'qcPhotos',
  'qcExternal',
  'findReview',
] as const

/** The same with other numbers. */
export type PictureLimits = { [K in keyof typeof pictureLimits]: number }

/** What people may upload (decoding takes memory, so one is drawn at a time). */
export const uploadLimits = {
  /** The longest side of what is kept, in px: agents' marks are small, on photos a label must be read. */
  side: { agents: 512, qc: 1600 },
  /** As many may wait, of one network too, as may be read at once: eight of members and eight of admins. */
  drawing: { heldAtOnce: 1, heldByOne: 1, waiting: 16, waitingOfOne: 16 },
  drawSeconds: 3,
  /** How long a file that no row uses is kept: its row may be on the way. */
  orphanMs: HOUR_MS,
} as const

/** Drawn pictures leave so many times the floor (`diskFloor`) free, since they can be drawn again: they go before an upload is refused. */
export const cacheFloors = 1.25
