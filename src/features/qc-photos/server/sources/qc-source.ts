import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'

/** An outside source of QC photos: how it is queried and how its reply is parsed. */
export type QcSource = {
  /** The display name. */
  name: string
  /** The name of its circuit breaker. */
  breaker: string
  /** Whether the source has photos of items of a marketplace. */
  covers: (shopType: ShopType) => boolean
  buildUrl: (key: ItemKey) => string
  headers: Record<string, string>
  /** Hosts of its images, in addition to those that are always allowed. */
  imageHosts: readonly string[]
  /**
   * The item's photos in an untrusted reply, with the image URLs of the source. Throws a SourceError when the
   * reply does not have the expected format or is about another item.
   */
  read: (reply: unknown, key: ItemKey, now: number) => SourcePhoto[]
}

/** The maximum number of photos from one source. */
export const maxPhotosOfSource = 200

export function createOtherItemError(): SourceError {
  return new SourceError('bad-body', 'The response is about another item.')
}
