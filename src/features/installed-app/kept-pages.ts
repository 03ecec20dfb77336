/** What the device keeps, and how long; ages are ms. */
export const keptLimits = {
  pages: 40,
  pageAgeMs: 30 * 86_400_000,
  /** A page that was kept so recently is not requested again only to keep it. */
  freshMs: 600_000,
  files: 400,
  pictures: 300,
  shareAgeMs: 86_400_000,
  shareBytes: 20 * 1024 * 1024,
} as const

/** Public pages without parameters of their own. Everything else is private, or made for one request. */
const plainPages = ['/', '/popular', '/tools', '/convert', '/estimation', '/haul', '/extension']
const itemPage = /^\/product\/[^/]+\/[^/]+$/

/**
 * The key under which a page is kept: its path, for lists with their filters. Undefined for pages that are never kept,
 * such as those of accounts, and those with secrets or a visitor's text in their address.
 */
export function getKeptPageKey({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined {
  if (pathname === '/popular') return pathname + search
  if (itemPage.test(pathname) && /^(\?sku=[^&]*)?$/.test(search)) return pathname
  return plainPages.includes(pathname) && search === '' ? pathname : undefined
}

/** Files that a page is made of: code, styles, pictures. Only what the server lets everybody keep is kept of them. */
export function isPageFile({ pathname }: Pick<URL, 'pathname'>): boolean {
  return /^\/(assets|img|agents|flags|icons)\/|^\/(icon\.svg|offline\.(css|js))$/.test(pathname)
}

/** Whether a `Cache-Control` allows a device to keep a response for everybody who uses it. */
export function mayKeep(cacheControl: string | null): boolean {
  return cacheControl !== null && /\bpublic\b/.test(cacheControl) && !/no-store|private/.test(cacheControl)
}

/** The files that a page names in its head, each once. */
export function listAssets(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.~-]+/g))]
}

/** The line that a kept page begins with. */
export function formatKeptTime(time: number): string {
  const date = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return `Saved copy of ${date.format(time)}`
}
