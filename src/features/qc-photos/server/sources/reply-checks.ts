import { type ItemKey, parseShopType } from '#shared/marketplaces.ts'
import {
  getValueAtPath,
  isObjectLike,
  isScalar,
} from '#shared/server/outbound/described-sources/reply-value.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { createOtherItemError } from './qc-source.ts'

/** The paths in a reply that identify its item; a missing path is not checked. */
export type ReplyItemFields = {
  itemIdAt?: string | undefined
  /** A path in each record of the list. */
  recordIdAt?: string | undefined
  marketplaceAt?: string | undefined
  /** The item's id in the format of the source. */
  expectedId: string
  /** The marketplace's name in the source. */
  expectedMarketplace: string
}

/** Values of `code` in successful replies. */
const successCodes = new Set<unknown>([
  undefined,
  null,
  0,
  1,
  200,
  '0',
  '1',
  '200',
  '0000',
  'success',
  'SUCCESS',
])

/** Throws a SourceError for an error message with status 200; `code` 404 means that the source has no such item. */
export function assertNoErrorReply(reply: unknown): void {
  if (!isObjectLike(reply) || reply.success === true) return
  const { success, status, code } = reply
  if (code === 404 || code === '404') throw new SourceError('status', 'The source knows no such item.', 404)
  const isError = success === false || status === 'error' || status === 'fail' || !successCodes.has(code)
  if (isError) throw new SourceError('bad-body', 'The response is an error message.')
}

/**
 * Throws a SourceError for a reply about another item or an unknown one ('0', 'unknown'). A reply without photos may
 * leave out the id.
 */
export function assertSameItem(
  reply: unknown,
  itemFields: ReplyItemFields,
  key: ItemKey,
  isEmpty: boolean,
): void {
  const { itemIdAt, marketplaceAt, expectedId, expectedMarketplace } = itemFields
  if (itemIdAt !== undefined) {
    const id = getValueAtPath(reply, itemIdAt)
    if (isScalar(id) ? String(id) !== expectedId : !isEmpty) throw createOtherItemError()
  }
  if (marketplaceAt !== undefined) {
    const name = getValueAtPath(reply, marketplaceAt)
    const isSame =
      isScalar(name) &&
      (String(name).toLowerCase() === expectedMarketplace.toLowerCase() ||
        parseShopType(String(name)) === key.shopType)
    if (isScalar(name) ? !isSame : !isEmpty) throw createOtherItemError()
  }
}

/**
 * The item's own records. Throws a SourceError when all records are about other items: then the source ignored the id.
 */
export function filterOwnRecords(records: unknown[], { recordIdAt, expectedId }: ReplyItemFields): unknown[] {
  if (recordIdAt === undefined) return records
  const ownRecords = records.filter((record) => {
    const id = getValueAtPath(record, recordIdAt)
    return isScalar(id) && String(id) === expectedId
  })
  if (records.length > 0 && ownRecords.length === 0) throw createOtherItemError()
  return ownRecords
}
