import { formatKeptTime, getKeptPageKey, keptLimits, listAssets, mayKeep } from '../../kept-pages.ts'
import { cacheNames, getKeptTime, keptHeaders } from '../kept-caches.ts'
import { keepFiles, trimFiles } from './file-copies.ts'

/** Keeps a public page as the server sent it, with its time. Anything else, such as a failure, is left alone. */
export async function keepPage(url: URL, response: Response): Promise<void> {
  const key = getKeptPageKey(url)
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (!key || !isWhole || !isPage || !mayKeep(response.headers.get('cache-control'))) return
  const html = await response.text()
  await keepFiles(listAssets(html))
  const pages = await caches.open(cacheNames.pages)
  await pages.put(key, createCopy(html, response.headers))
  await trimPages(pages)
}

/** Keeps a page that was opened without loading its document, unless its copy is fresh. */
export async function keepOpenedPage(url: URL): Promise<void> {
  const key = getKeptPageKey(url)
  if (!key) return
  const pages = await caches.open(cacheNames.pages)
  const copy = await pages.match(key)
  if (copy && Date.now() - getKeptTime(copy) < keptLimits.freshMs) return
  await keepPage(url, await fetch(key, { headers: { accept: 'text/html' } }))
}

/** The kept copy of a page, which says of when it is; undefined without one, or when it is too old. */
export async function findPageCopy(url: URL): Promise<Response | undefined> {
  const key = getKeptPageKey(url)
  const copy = key && (await (await caches.open(cacheNames.pages)).match(key))
  if (!copy || isTooOld(copy)) return undefined
  const notice = `<p class="offline-bar" role="status">${formatKeptTime(getKeptTime(copy))}</p>`
  const html = (await copy.text()).replace(/<body[^>]*>/, (tag) => tag + notice)
  return new Response(html, { headers: copy.headers })
}

/** The page's headers matter too: its content policy is one of them. */
function createCopy(html: string, headers: Headers): Response {
  const copied = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'set-cookie', 'etag']) copied.delete(name)
  const [, title = ''] = /<title[^>]*>([^<]*)/.exec(html) ?? []
  copied.set(keptHeaders.time, String(Date.now()))
  copied.set(keptHeaders.title, encodeURIComponent(title))
  return new Response(html, { headers: copied })
}

/** The newest are the last, because a page that is kept again moves there. */
async function trimPages(pages: Cache): Promise<void> {
  const requests = await pages.keys()
  for (const [index, request] of requests.entries()) {
    const copy = await pages.match(request)
    const isExcess = index < requests.length - keptLimits.pages
    if (copy && (isExcess || isTooOld(copy))) await pages.delete(request)
  }
  await trimFiles(pages)
}

function isTooOld(copy: Response): boolean {
  return Date.now() - getKeptTime(copy) > keptLimits.pageAgeMs
}
