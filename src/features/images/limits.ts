import { failures } from '#shared/failure.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

/** The image hosts of the marketplaces, as suffixes of host names; `IMAGE_HOSTS` replaces them. */
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
  /** The maximum size of an original, as a file or over the network. */
  originalBytes: 15 * 1024 * 1024,
  originalPixels: 25_000_000,
  /** The maximum pixels of an AVIF, whose decoder needs 18 bytes for each. */
  avifPixels: 4_200_000,
  /** Larger images are rendered one at a time. */
  heavyPixels: 8_000_000,
  heavyAvifPixels: 1_000_000,
  fetchMs: 7_500,
  addressLength: 2048,
  /**
   * The maximum number of concurrent renderings, because decoding takes memory. One network may use both, because each is
   * short.
   */
  drawnAtOnce: 2,
  /**
   * The maximum number of originals in memory while they load and wait for rendering; per network as many as a browser
   * requests in parallel.
   */
  originalsAtOnce: 8,
  originalsOfOne: 6,
  /**
   * The maximum number of waiting requests: as many as sockets, and per network enough for forty visitors of uncached pages.
   */
  maxWaiting: 4_096,
  maxWaitingPerRequester: 1_000,
  /** How long a failed image is not retried. */
  missingMs: 30_000,
  memoryBytes: 32 * 1024 * 1024,
  diskBytes: 2 * 1024 * 1024 * 1024,
  /** The maximum number of images with metadata in memory. */
  metadataInMemory: 50_000,
  /**
   * The delay before pages with new metadata are rendered again, and the minimum interval.
   */
  invalidationWaitMs: 5_000,
  invalidationGapMs: 60_000,
  /** The number of uncached requests for an image at one width after which an AVIF is rendered. */
  requestsForAvif: 2,
  /** The maximum number of archived images of one item, of waiting jobs, and the time for which a job is retried. */
  archivedAtOnce: 60,
  jobsWaiting: 2_000,
  jobMs: 6 * HOUR_MS,
  /** The time limit of a request to the S3 bucket. */
  bucketMs: 4_000,
} as const

/** The response when an image is not rendered in time; a later request may succeed. */
export const tooSlowToDraw = {
  ...failures.busy,
  message: 'This image took too long. Please try again.',
  retryAfter: 5,
} as const

/** Below this width in px an AVIF is no smaller than a WebP. */
export const minAvifWidth = 160

/** The widths of the permanent copies of an archived image. */
export const lastingWidths = [480, 1600] as const

/** The names of queries whose responses contain image URLs. */
export const queriesWithImages = [
  'getAllProduct',
  'findProductById',
  'productInfo',
  'getAgent',
  'qcPhotos',
  'qcExternal',
  'findReview',
] as const

/** The type of the limits, for other values. */
export type ImageLimits = { [K in keyof typeof imageLimits]: number }

/** The limits of uploads; one is rendered at a time, because decoding takes memory. */
export const uploadLimits = {
  /** The maximum stored side in px: agents' logos are small; labels on photos must be readable. */
  side: { agents: 512, qc: 1600, products: 1600 },
  /** The maximum number of waiting uploads equals that of uploads being received: eight of members and eight of admins. */
  drawing: { maxSlots: 1, maxSlotsPerRequester: 1, maxWaiting: 16, maxWaitingPerRequester: 16 },
  drawSeconds: 8, // a photo takes half a second, or several on a busy server
  /** How long an unused file stays: its row may not be stored yet, or its product may still be in a form. */
  orphanMs: { agents: HOUR_MS, qc: HOUR_MS, products: DAY_MS },
} as const

/**
 * Rendered images leave this multiple of `diskFloor` free: they can be rendered again, so they are deleted before an
 * upload is rejected.
 */
export const cacheFloorFactor = 1.25
