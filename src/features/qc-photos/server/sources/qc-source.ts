import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'

/** An outside source of QC photos: where to ask, and how its answer is parsed. */
export type QcSource = {
  /** The display name. */
  name: string
  /** The name of its circuit breaker. */
  breaker: string
  /** Whether it knows items of a marketplace at all. */
  covers: (shopType: ShopType) => boolean
  buildUrl: (key: ItemKey) => string
  headers: Record<string, string>
  /** Hosts of its images, beside those that are allowed anyway. */
  imageHosts: readonly string[]
  /**
   * The item's photos in an untrusted reply, each image as the source wrote it. Throws a SourceError when the
   * reply has not the agreed form or is about another item.
   */
  read: (reply: unknown, key: ItemKey, now: number) => SourcePhoto[]
}

/** What one source may fill a page with. */
export const maxPhotosOfSource = 200

export function createOtherItemError(): SourceError {
  return new SourceError('bad-body', 'The response is about another item.')
}
