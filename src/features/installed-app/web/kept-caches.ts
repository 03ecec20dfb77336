/** The device's caches, by what they hold. A number is raised when what is inside changes its form. */
export const cacheNames = {
  pages: 'pages-1',
  files: 'files-1',
  pictures: 'pictures-1',
  shares: 'shares-1',
  account: 'account-1',
} as const

export const keptHeaders = {
  /** When it was kept, in ms since 1970. */
  time: 'x-kept-at',
  /** The page's title, or the picture's name, URL-encoded. */
  title: 'x-kept-title',
} as const

/** When a kept response was kept, in ms since 1970; 0 when that is unknown. */
export function getKeptTime(response: Response): number {
  return Number(response.headers.get(keptHeaders.time)) || 0
}

export function getKeptTitle(response: Response): string {
  return decodeURIComponent(response.headers.get(keptHeaders.title) ?? '')
}

/** A kept cache, unless there is none: looking must not make one. */
export async function findCache(name: string): Promise<Cache | undefined> {
  return (await caches.has(name)) ? caches.open(name) : undefined
}
