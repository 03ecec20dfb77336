import { keptLimits, listAssets, mayKeep } from '../../kept-pages.ts'
import { cacheNames } from '../kept-caches.ts'

/** A file whose name tells its content is taken from the device first; any other one from the server while that answers. */
export async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(isPicture(request.url) ? cacheNames.pictures : cacheNames.files)
  const copy = await caches.match(request)
  if (copy && isImmutable(copy)) return copy
  try {
    const response = await fetch(request)
    if (response.status === 200 && mayKeep(response.headers.get('cache-control'))) {
      await cache.put(request, response.clone()).catch(() => undefined) // the disk is full
      if (isPicture(request.url)) await trimOldest(cache, keptLimits.pictures)
    }
    return response
  } catch (error) {
    if (copy) return copy
    throw error
  }
}

/** Keeps files that are not kept yet. Throws when one cannot be loaded: half a page is no copy. */
export async function keepFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(cacheNames.files)
  for (const path of paths) if (!(await files.match(path))) await files.add(path)
}

/** Keeps pictures that a page has shown already. */
export async function keepPictures(paths: readonly string[]): Promise<void> {
  const requests = paths.map((path) => new Request(path)).filter(({ url }) => isPicture(url))
  await Promise.all(requests.map((request) => answerFile(request).catch(() => undefined)))
}

/** Removes files beyond the limit, the oldest first, but none that a kept page is made of. */
export async function trimFiles(pages: Cache): Promise<void> {
  const files = await caches.open(cacheNames.files)
  const requests = await files.keys()
  let excess = requests.length - keptLimits.files
  if (excess <= 0) return
  const used = new Set<string>()
  for (const page of await pages.matchAll()) for (const path of listAssets(await page.text())) used.add(path)
  for (const request of requests) {
    if (excess <= 0) return
    if (used.has(new URL(request.url).pathname)) continue
    await files.delete(request)
    excess -= 1
  }
}

async function trimOldest(cache: Cache, limit: number): Promise<void> {
  const requests = await cache.keys()
  const excess = requests.slice(0, Math.max(0, requests.length - limit))
  await Promise.all(excess.map((request) => cache.delete(request)))
}

function isPicture(url: string): boolean {
  return new URL(url).pathname.startsWith('/img/')
}

function isImmutable(response: Response): boolean {
  return response.headers.get('cache-control')?.includes('immutable') ?? false
}
