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
  fetchMs: 7_500,
  addressLength: 2048,
  /** Pictures that may be drawn at once and wait for it; decoding takes memory, so the first is small. */
  drawnAtOnce: 2,
  drawsWaiting: 128,
  /** Originals that may be held at once while they come in and wait to be drawn. */
  fetchedAtOnce: 8,
  fetchesWaiting: 128,
  /** How long a picture that could not be had is not tried again. */
  missingMs: 30_000,
  memoryBytes: 32 * 1024 * 1024,
  diskBytes: 2 * 1024 * 1024 * 1024,
} as const

/** The same with other numbers. */
export type PictureLimits = { [K in keyof typeof pictureLimits]: number }

/** What people may upload (decoding takes memory, so one is drawn at a time). */
export const uploadLimits = {
  /** The longest side of what is kept, in px: agents' marks are small, on photos a label must be read. */
  side: { agents: 512, qc: 1600 },
  drawnAtOnce: 1,
  drawsWaiting: 8,
  drawSeconds: 3,
  /** How long a file that no row uses is kept: its row may be on the way. */
  orphanMs: 3_600_000,
} as const
