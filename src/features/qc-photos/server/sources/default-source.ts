import { z } from 'zod'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { isNonEmptyText, isScalar } from '#shared/server/outbound/described-sources/reply-value.ts'
import { createWrongFormError } from '#shared/server/outbound/source-error.ts'
import { findTakenAtInUrl } from './photo-date.ts'
import { createOtherItemError, maxPhotosOfSource, type QcSource } from './qc-source.ts'
import { assertNoErrorReply } from './reply-checks.ts'

/** The display name of a source that is configured only by a URL. */
export const defaultSourceName = 'Outside QC source'

const entries = z.array(z.looseObject({ imgs: z.array(z.unknown()).nullish() }))
const reply = z.union([entries, z.object({ data: entries }).transform(({ data }) => data)])

/** Optional fields with the item's id in an entry. */
const idNames = ['goodsId', 'goodsID', 'itemId', 'itemID', 'productId', 'productID'] as const

/** The source in the format of the specification: queried with shopType and goodsId, returns `data[0].imgs` (§7). */
export function createDefaultSource(url: string): QcSource {
  return {
    name: defaultSourceName,
    breaker: 'qc',
    covers: () => true,
    buildUrl: ({ shopType, itemId }) => {
      const requestUrl = new URL(url)
      requestUrl.searchParams.set('shopType', shopType)
      requestUrl.searchParams.set('goodsId', itemId)
      return requestUrl.href
    },
    headers: {},
    imageHosts: [],
    read: readFirstList,
  }
}

/** Uses only the first entry; an empty list is a valid response without photos. */
const readFirstList: QcSource['read'] = (raw, { itemId }, now) => {
  assertNoErrorReply(raw)
  const parsed = reply.safeParse(raw)
  if (!parsed.success) throw createWrongFormError()
  const [first] = parsed.data
  const ids = idNames.map((name) => first?.[name]).filter((id) => id !== undefined && id !== null)
  if (ids.some((id) => !isScalar(id) || String(id) !== itemId)) throw createOtherItemError()
  const images = (first?.imgs ?? []).filter(isNonEmptyText).slice(0, maxPhotosOfSource)
  return images.map(
    (image): SourcePhoto => ({
      image,
      agent: null,
      variant: null,
      takenAt: findTakenAtInUrl(image.startsWith('//') ? `https:${image}` : image, now),
      width: null,
      height: null,
    }),
  )
}
