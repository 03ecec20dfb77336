import { apiBase, paths } from '#shared/paths.ts'
import { appFiles } from '../../app-manifest.ts'
import { getKeptPageKey, isPageFile, listAssets } from '../../kept-pages.ts'
import { eraseAccount } from '../account-copy.ts'
import { cacheNames } from '../kept-caches.ts'
import { answerFile, keepFiles, keepPictures } from './file-copies.ts'
import { findPageCopy, keepOpenedPage, keepPage } from './page-copies.ts'
import { answerShare } from './share.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
/** The name of the build, so that each build has a worker of its own. */
declare const __BUILD__: string

/** The page for what is not kept, with its files. */
const offlineCache = `offline-${__BUILD__}`
const { offlinePage, offlineStyles, offlineScript } = appFiles

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    dropOtherCaches()
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.method === 'POST' && url.pathname === paths.go()) event.respondWith(answerShare(request))
  else if (request.method === 'POST' && isEndOfSession(url)) event.waitUntil(eraseAccount())
  else if (request.method !== 'GET') return
  else if (request.mode === 'navigate') event.respondWith(answerPage(event, url))
  else if (isPageFile(url) && request.destination !== '') event.respondWith(answerFile(request))
})

/** A page says which page it shows, and which files and pictures of it are there. */
self.addEventListener('message', (event) => {
  const { path, pictures, files }: { path?: unknown; pictures?: unknown; files?: unknown } = Object(
    event.data,
  )
  if (typeof path !== 'string') return
  const keeping = keepFiles(listTexts(files)).then(() => keepOpenedPage(new URL(path, location.origin)))
  event.waitUntil(Promise.all([keeping, keepPictures(listTexts(pictures))]).catch(() => undefined))
})

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The server's answer, whatever it is and however long it takes. What is kept is shown only when there is none. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    // The rest of an unread clone would stay in memory.
    if (getKeptPageKey(url)) event.waitUntil(keepPage(url, response.clone()).catch(() => undefined))
    return response
  } catch {
    const copy = (await findPageCopy(url)) ?? (await (await caches.open(offlineCache)).match(offlinePage))
    return copy ?? Response.error()
  }
}

/** Loads its files past the HTTP cache, because another build has others under the same names. */
async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(offlineCache)
  const reload = (path: string) => new Request(path, { cache: 'reload' })
  await cache.addAll([offlinePage, offlineStyles, offlineScript].map(reload))
  const page = await cache.match(offlinePage)
  await keepFiles(listAssets((await page?.text()) ?? ''))
}

async function dropOtherCaches(): Promise<void> {
  const used: string[] = [...Object.values(cacheNames), offlineCache]
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !used.includes(name)).map((name) => caches.delete(name)))
}

function isEndOfSession({ pathname }: URL): boolean {
  return pathname === `${apiBase}/auth/logout`
}
