import { type ItemKey, parseShopType } from '#shared/marketplaces.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { createOtherItemError } from './qc-source.ts'
import { getValueAtPath, isObjectLike, isScalar } from './reply-value.ts'

/** Where a reply identifies its item. Paths; those not given are not checked. */
export type ReplyItemFields = {
  itemIdAt?: string | undefined
  /** In each record of the list. */
  recordIdAt?: string | undefined
  marketplaceAt?: string | undefined
  /** How the source writes the item's id. */
  expectedId: string
  /** How it writes the marketplace. */
  expectedMarketplace: string
}

/** What sources write beside an answer that is one. */
const fineCodes = new Set<unknown>([
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

/** Sources answer 200 with an error of their own; one of them may be that there is no such item. */
export function assertNoErrorReply(reply: unknown): void {
  if (!isObjectLike(reply) || reply.success === true) return
  const { success, status, code } = reply
  if (code === 404 || code === '404') throw new SourceError('status', 'The source knows no such item.', 404)
  const isError = success === false || status === 'error' || status === 'fail' || !fineCodes.has(code)
  if (isError) throw new SourceError('bad-body', 'The response is an error message.')
}

/**
 * Throws for a reply about another item, or about none: '0', 'unknown'. An empty one may leave the id out.
 */
export function assertSameItem(reply: unknown, marks: ReplyItemFields, key: ItemKey, isEmpty: boolean): void {
  const { itemIdAt, marketplaceAt, expectedId, expectedMarketplace } = marks
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

/** Only the item's records. Records of other items alone are a feed of everything, which is no answer. */
export function filterOwnRecords(records: unknown[], { recordIdAt, expectedId }: ReplyItemFields): unknown[] {
  if (recordIdAt === undefined) return records
  const own = records.filter((record) => {
    const id = getValueAtPath(record, recordIdAt)
    return isScalar(id) && String(id) === expectedId
  })
  if (records.length > 0 && own.length === 0) throw createOtherItemError()
  return own
}
