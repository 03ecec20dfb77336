import type { SourcePhoto } from '#shared/items/source-photo.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { DescribedSource } from '#shared/server/outbound/described-sources/described-source.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'

/** An outside source of QC photos: how it is queried and how its reply is parsed. */
export type QcSource = DescribedSource & {
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
