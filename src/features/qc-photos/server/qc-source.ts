import { SourceError } from '#shared/server/source-error.ts'
import type { ItemKey, ShopType } from '#shared/shops.ts'
import type { SourcePhoto } from '../source-photo.ts'

/** An outside source of QC photos: whom to ask, and how its answer is read. */
export type QcSource = {
  /** Shown to people. */
  name: string
  /** The name of its circuit breaker. */
  breaker: string
  /** Whether it knows items of a marketplace at all. */
  covers: (shopType: ShopType) => boolean
  addressOf: (key: ItemKey) => string
  headers: Record<string, string>
  /** Below which its pictures lie, beside the hosts that are allowed anyway. */
  imageHosts: readonly string[]
  /**
   * The item's photos in a reply of which nothing is known, each picture as the source wrote it. Throws a SourceError
   * when the reply has not the agreed form or is about another item.
   */
  read: (reply: unknown, key: ItemKey, now: number) => SourcePhoto[]
}

/** What one source may fill a page with. */
export const mostPhotos = 200

export function otherItem(): SourceError {
  return new SourceError('bad-body', 'The answer is about another item.')
}
