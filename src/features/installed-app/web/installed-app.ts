import type { QueryClient } from '@tanstack/react-query'
import type { CollectionContract } from '#features/collection/contract.ts'
import type { ApiReply } from '#shared/contract.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { getSession, subscribeToSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { appFiles } from '../app-manifest.ts'
import { type CollectionOwner, eraseAccount, keepCollection, readCollection } from './account-copy.ts'
import { followInstallPrompt, offerInstall } from './install-offer.ts'
import { readSharedPictures } from './shared-pictures.ts'

let started: Promise<ServiceWorkerRegistration> | undefined

/**
 * Registers the worker once the first page has loaded, and tells it which page is shown. The development server has
 * none. Without a worker, or without storage, the site works as before.
 */
export function followInstalledApp(path: string, queryClient: QueryClient): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  started ??= start(queryClient)
  started.then(() => showPage(path, queryClient)).catch(() => undefined)
}

async function start(queryClient: QueryClient): Promise<ServiceWorkerRegistration> {
  followInstallPrompt()
  followAccount(queryClient)
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await navigator.serviceWorker.register(appFiles.worker, { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

async function showPage(path: string, queryClient: QueryClient): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  // Only pictures that are drawn: they come from the browser's cache.
  const pictures = [...document.images].filter(({ complete }) => complete).map(({ currentSrc }) => currentSrc)
  // Parts that were loaded on demand are not named in the page's head.
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({
    path: path + location.search,
    pictures,
    files: files.filter((file) => file.startsWith('/assets/')),
  })
  keepShownCollection(queryClient) // it may have come before the worker
  await announceSharedPictures(path)
  offerInstall(hasSavedItem(queryClient))
}

/** Keeps what the collection of this account shows, and erases it when its session is over. */
function followAccount(queryClient: QueryClient): void {
  let account = getSession().user?.id
  readCollection(account).catch(() => undefined)
  subscribeToSession(() => {
    const previous = account
    account = getSession().user?.id
    if (previous !== undefined && account !== previous) eraseAccount().catch(() => undefined)
  })
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success'
    if (!isAnswer || event.query.queryKey[0] !== 'viewCollection') return
    keepShownCollection(queryClient)
    offerInstall(hasSavedItem(queryClient))
  })
}

/** Only that of the account which is logged in. */
function keepShownCollection(queryClient: QueryClient): void {
  const account = getSession().user?.id
  const state = account && queryClient.getQueryState(['viewCollection', account])
  const entries = state && findEntries(state.data)
  if (entries) keepEntries(entries, { account, time: state.dataUpdatedAt }).catch(() => undefined)
}

type Collection = ApiReply<CollectionContract['viewCollection']>
type Entries = Collection['data']['productCollection']

function findEntries(data: unknown): Entries | undefined {
  return (data as Collection | undefined)?.data.productCollection
}

/** A logout may come while it is written. Without a worker it would never be shown. */
async function keepEntries(entries: Entries, owner: CollectionOwner): Promise<void> {
  if (!(await navigator.serviceWorker.getRegistration())) return
  await keepCollection(entries, owner)
  if (getSession().user?.id !== owner.account) await eraseAccount()
}

/** Whether this visitor has saved anything, in the collection or in the haul. */
function hasSavedItem(queryClient: QueryClient): boolean {
  const lists = queryClient.getQueriesData({ queryKey: ['viewCollection'] })
  const hasEntries = lists.some(([, data]) => (findEntries(data)?.length ?? 0) > 0)
  try {
    return hasEntries || (localStorage.getItem(storageKeys.haul)?.includes('\n') ?? false)
  } catch {
    return hasEntries // there is no storage
  }
}

async function announceSharedPictures(path: string): Promise<void> {
  const [, shopType, productCode] = /^\/product\/(taobao|weidian|ali_1688)\/([\w-]+)$/.exec(path) ?? []
  if (!shopType || !productCode) return
  const { length } = await readSharedPictures({ shopType: shopType as 'taobao', productCode })
  if (length > 0)
    toast(`${length === 1 ? 'The photo' : `The ${length} photos`} you shared can be added under QC photos.`)
}
