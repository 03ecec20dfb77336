import type { ParsedLink } from '#features/product-links/contract.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { keptLimits } from '../kept-pages.ts'
import { sharedPictureTypes } from '../share-target.ts'
import { cacheNames, findCache, getKeptTime, getKeptTitle, keptHeaders } from './kept-caches.ts'

/** As many as one submission of photos may have. */
const maxPictures = 12

/** Keeps the pictures of a share on the device, for its item. Those of the share before are erased. */
export async function keepSharedPictures(
  { shopType, id }: Pick<ParsedLink, 'shopType' | 'id'>,
  files: readonly File[],
): Promise<void> {
  await caches.delete(cacheNames.shares)
  const fitting = files.filter(
    ({ type, size }) => sharedPictureTypes.some((each) => each === type) && size <= keptLimits.shareBytes,
  )
  if (fitting.length === 0) return
  const cache = await caches.open(cacheNames.shares)
  for (const [index, file] of fitting.slice(0, maxPictures).entries()) {
    const headers = {
      'content-type': file.type,
      [keptHeaders.time]: String(Date.now()),
      [keptHeaders.title]: encodeURIComponent(file.name),
    }
    await cache.put(`${getFolder({ shopType, productCode: id })}${index}`, new Response(file, { headers }))
  }
}

/** The pictures that were shared for an item within the last day, in their order. They stay kept. */
export async function readSharedPictures(item: ItemParams): Promise<File[]> {
  const cache = await findCache(cacheNames.shares)
  const requests = (await cache?.keys()) ?? []
  const files: File[] = []
  for (const request of requests) {
    const copy = await cache?.match(request)
    if (!copy || !new URL(request.url).pathname.startsWith(getFolder(item))) continue
    if (Date.now() - getKeptTime(copy) > keptLimits.shareAgeMs) await eraseSharedPictures()
    else
      files.push(
        new File([await copy.blob()], getKeptTitle(copy), { type: copy.headers.get('content-type') ?? '' }),
      )
  }
  return files
}

export async function eraseSharedPictures(): Promise<void> {
  await caches.delete(cacheNames.shares)
}

function getFolder({ shopType, productCode }: ItemParams): string {
  return `/shared-pictures/${shopType}/${encodeURIComponent(productCode)}/`
}
