import { failures } from '#shared/failure.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

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

export const imageLimits = {
  /** Of an original, as a file or over the network. */
  originalBytes: 15 * 1024 * 1024,
  originalPixels: 25_000_000,
  /** Of an AVIF, whose decoder takes 18 bytes for each. */
  avifPixels: 4_200_000,
  /** Above this images are rendered one at a time. */
  heavyPixels: 8_000_000,
  heavyAvifPixels: 1_000_000,
  fetchMs: 7_500,
  addressLength: 2048,
  /** Concurrent renderings; decoding takes memory. One network may have both: each is soon over. */
  drawnAtOnce: 2,
  /**
   * Originals in memory while they load and wait for rendering; per network as many as a browser requests in
   * parallel.
   */
  originalsAtOnce: 8,
  originalsOfOne: 6,
  /**
   * Requests that wait for either: as many as there are sockets, and per network forty readers of pages that
   * are not cached.
   */
  maxWaiting: 4_096,
  maxWaitingPerRequester: 1_000,
  /** How long a failed image is not retried. */
  missingMs: 30_000,
  memoryBytes: 32 * 1024 * 1024,
  diskBytes: 2 * 1024 * 1024 * 1024,
  /** How many images' metadata is in memory when a URL is written. */
  metadataInMemory: 50_000,
  /**
   * How long finished pages wait for more metadata before they are rendered anew, and the minimum interval.
   */
  invalidationWaitMs: 5_000,
  invalidationGapMs: 60_000,
  /** Requests for an image at a width, by clients that did not have it, that make an AVIF worthwhile. */
  requestsForAvif: 2,
  /** Images of one item that are archived, jobs that may wait, and how long one is retried. */
  archivedAtOnce: 60,
  jobsWaiting: 2_000,
  jobMs: 6 * HOUR_MS,
  /** For a question to the S3 bucket. */
  bucketMs: 4_000,
} as const

/** The answer where an image is not drawn in time: a machine that is busy now draws it later. */
export const tooSlowToDraw = {
  ...failures.busy,
  message: 'This image took too long. Please try again.',
  retryAfter: 5,
} as const

/** Below this width in px an AVIF is no smaller than a WebP. */
export const minAvifWidth = 160

/** The widths that are rendered of an archived image. */
export const lastingWidths = [480, 1600] as const

/** The first key of queries whose answers hold image URLs. */
export const queriesWithImages = [
  'getAllProduct',
  'findProductById',
  'productInfo',
  'getAgent',
  'qcPhotos',
  'qcExternal',
  'findReview',
] as const

/** The same with other numbers. */
export type ImageLimits = { [K in keyof typeof imageLimits]: number }

/** What users may upload (decoding takes memory, so one is rendered at a time). */
export const uploadLimits = {
  /** The longest side that is stored, in px: agents' marks are small, on photos a label must be readable. */
  side: { agents: 512, qc: 1600, products: 1600 },
  /** As many may wait, of one network too, as may be read at once: eight of members and eight of admins. */
  drawing: { maxSlots: 1, maxSlotsPerRequester: 1, maxWaiting: 16, maxWaitingPerRequester: 16 },
  drawSeconds: 8, // a phone's photo takes half a second, and several where others are drawn
  /** How long a file that no row uses is kept: its row may be on the way, or its product in a form. */
  orphanMs: { agents: HOUR_MS, qc: HOUR_MS, products: DAY_MS },
} as const

/**
 * Rendered images leave this multiple of the floor (`diskFloor`) free, since they can be rendered again: they
 * are deleted before an upload is rejected.
 */
export const cacheFloorFactor = 1.25
