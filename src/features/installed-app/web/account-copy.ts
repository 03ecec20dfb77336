import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { paths } from '#shared/paths.ts'
import { cacheNames, findCache } from './kept-caches.ts'

/** What the offline page shows of a saved item. */
export type KeptItem = {
  title: string
  path: string
  shopType: CollectionEntry['shopType']
  price: number | null
  currency: string
  grams: number | null
  picture: string | null
}
/** Whose collection it is, and when it came, in ms since 1970. */
export type CollectionOwner = { account: string; time: number }
type KeptCollection = CollectionOwner & { items: KeptItem[] }

const address = '/kept-collection'

/** Keeps what the account's collection shows now, for this account alone. */
export async function keepCollection(
  entries: readonly CollectionEntry[],
  owner: CollectionOwner,
): Promise<void> {
  const items = entries.map(
    (entry): KeptItem => ({
      title: getEntryTitle(entry),
      path: paths.product(entry.shopType, entry.productCode, entry.skuId),
      shopType: entry.shopType,
      price: entry.priceNow ?? entry.price,
      currency: entry.currency,
      grams: entry.weight,
      picture: entry.qcImage ?? entry.imgList[0] ?? null,
    }),
  )
  const copy: KeptCollection = { ...owner, items }
  const cache = await caches.open(cacheNames.account)
  await cache.put(address, Response.json(copy))
}

/** What is kept of this account; anything of another one is erased. */
export async function readCollection(account: string | undefined): Promise<KeptCollection | undefined> {
  const response = await (await findCache(cacheNames.account))?.match(address)
  if (!response) return undefined
  const copy: KeptCollection = await response.json()
  if (copy.account === account) return copy
  await eraseAccount()
  return undefined
}

/** Erases everything that belongs to an account or was shared on its behalf. */
export async function eraseAccount(): Promise<void> {
  await Promise.all([cacheNames.account, cacheNames.shares].map((name) => caches.delete(name)))
}
