import { createHmac } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { countMatching, type ListTotal } from '#db/queries/count-matching.ts'
import { lockItem } from '#db/queries/item-lock.ts'
import { readKnownItem } from '#db/queries/known-item.ts'
import { readAuthor } from '#db/queries/read-author.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { removeUnusedImages } from '#db/queries/unused-images.ts'
import { itemReadings, readingReports, readingViews } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import { guessKind } from '#features/freight/kinds/guess-kind.ts'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { yuanToFen } from '#shared/format/money.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { getNetwork } from '#shared/server/access/rate-limits.ts'
import {
  cutPage,
  isAfterCursor,
  type ListPage,
  type PageRequest,
  selectMicroseconds,
} from '#shared/server/list-page.ts'
import type { ItemReading, ReadingDraft, verdicts } from '../contract.ts'
import { readingRules, readingText } from '../texts-and-limits.ts'
import { getTypicalYuan } from '../typical-prices.ts'
import { confirmReadings } from './confirm-reading.ts'
import { findShownReading, type ReadingRow } from './shown-reading.ts'
import { completeFacts, type StoredFacts, toProductInfo } from './stored-facts.ts'

export type ReadingService = ReturnType<typeof createReadingService>

export type ReadingServiceDeps = {
  db: Db
  /** Makes the digest of a network, which names it only together with the item. */
  secret: string
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toPrivateImageUrl' | 'toImageSource' | 'register'>
  /** Takes the member's uploaded photos; none when one is missing. */
  claimUploads: (tx: Db, ids: readonly string[], userId: string) => Promise<{ id: string; image: string }[]>
  /** Deletes an uploaded file that no row uses. */
  discard: (image: string) => Promise<void>
  /** Stores approved facts as the item's information, and takes it back; a source's answer replaces it. */
  publish: (tx: Db, item: ItemKey, facts: { info: ProductInfo; at: Date }) => Promise<void>
  withdraw: (tx: Db, item: ItemKey) => Promise<void>
  /** Called after an approval, for the price history and watches. */
  onObservation: (item: ItemKey, info: ProductInfo, source: string, at: Date) => Promise<void>
}
type ActorWithRole = Actor & { isAdmin: boolean }
type ReadingDecision = { id: string; decision: (typeof verdicts)[number]; seen?: string | undefined }

const newestFirst = { at: itemReadings.createdAt, keys: [itemReadings.id], isNewestFirst: true }

/** What members read in the pages of items that the site does not know (docs/decisions/078). */
export function createReadingService(deps: ReadingServiceDeps) {
  const { db, pictures } = deps
  return {
    /** Stores a member's reading; what it leaves out stays as in that member's former one, unless that was denied. */
    async create(draft: ReadingDraft, actor: ActorWithRole): Promise<ItemReading> {
      const { row, unused } = await db.transaction(async (tx) => {
        const stored = await storeReading(tx, draft, actor, deps)
        await confirmReadings(tx, stored.row)
        markReadingStale(stored.row)
        return stored
      })
      for (const image of unused) await deps.discard(image)
      await pictures.register(row.pictures, { isClaim: true }) // for the author and admins
      return serializeReading(row, { pictures, isTrusted: true, viewer: actor.session.userId })
    },

    /** The reading of an item that everyone sees. A member to whom it was shown can't confirm it any more. */
    async findShown(item: ItemKey, viewer: string | undefined): Promise<ItemReading[]> {
      const row = await findShownReading(db, item)
      if (!row) return []
      if (viewer !== undefined && viewer !== row.userId)
        await db.insert(readingViews).values({ readingId: row.id, userId: viewer }).onConflictDoNothing()
      return [serializeReading(row, { pictures, isTrusted: row.status === 'approved', viewer })]
    },

    /** Readings for admins, newest first. */
    async list(
      status: ModerationStatus | undefined,
      { limit, offset, after }: PageRequest,
    ): Promise<ListPage<ItemReading> & ListTotal> {
      const where = status && eq(itemReadings.status, status)
      const rows = await db
        .select({ row: itemReadings, at: selectMicroseconds(itemReadings.createdAt) })
        .from(itemReadings)
        .where(and(where, isAfterCursor(newestFirst, after)))
        .orderBy(desc(itemReadings.createdAt), desc(itemReadings.id))
        .limit(limit + 1)
        .offset(offset)
      const { items, next } = cutPage(rows, limit, ({ at, row }) => ({ at, keys: [row.id] }))
      const reports = await countReports(
        db,
        items.map(({ row }) => row.id),
      )
      const total = await countMatching(db, itemReadings, where)
      return {
        ...total,
        next,
        items: items.map(({ row }) => ({
          ...serializeReading(row, { pictures, isTrusted: true }),
          reports: reports.get(row.id) ?? noReports,
        })),
      }
    },

    /** An admin's decision, or a member's answer to "Is this right?". */
    async judge({ decision, ...change }: ReadingDecision, actor: ActorWithRole): Promise<ItemReading> {
      const { after, stored } = await db.transaction(async (tx) => {
        const before = await lockReading(tx, change.id)
        markReadingStale(before)
        if (decision === 'right' || decision === 'off')
          return { after: await report(tx, before, decision, actor, deps), stored: undefined }
        return moderate(tx, before, { ...change, status: decision }, actor, deps)
      })
      if (stored) await deps.onObservation(after, stored.info, 'reading', stored.at)
      return serializeReading(after, { pictures, isTrusted: actor.isAdmin || after.status === 'approved' })
    },
  }
}

async function storeReading(
  tx: Db,
  draft: ReadingDraft,
  { session: { userId }, caller, isAdmin }: ActorWithRole,
  deps: ReadingServiceDeps,
): Promise<{ row: ReadingRow; unused: string[] }> {
  const { secret, pictures, claimUploads } = deps
  const item = { shopType: draft.shopType, itemId: draft.productCode }
  await lockItem(tx, item)
  await readAuthor(tx, userId, 'no key update')
  if ((await readKnownItem(tx, item))?.title)
    throw new RequestError({ status: 409, message: readingText.known, code: 'ITEM_KNOWN' })
  assertHasFacts(draft)
  assertLikelyPrice(draft)
  if (!isAdmin) await assertMayHandOver(tx, userId)
  const ids = [...new Set(draft.uploads.map((id) => id.toLowerCase()))]
  const uploads = await claimUploads(tx, ids, userId)
  if (uploads.length < ids.length)
    throw new RequestError({ status: 409, message: readingText.gone, code: 'QC_PHOTO_GONE' })
  const sources = [...new Set(draft.pictures.flatMap((raw) => pictures.toImageSource(raw) ?? []))]
  const isOwn = and(eq(itemReadings.userId, userId), isOfItem(item))
  const [former] = await tx.select().from(itemReadings).where(isOwn)
  const stated: StoredFacts = {
    title: draft.title ?? null,
    priceMinor: toMinor(draft.price),
    priceToMinor: toMinor(draft.priceTo),
    currency: draft.price == null ? null : (draft.currency ?? 'CNY'),
    grams: draft.weight ?? null,
    variants: draft.variants,
    pictures: sources,
    uploads: ids.flatMap((id) => uploads.find((upload) => upload.id === id)?.image ?? []),
  }
  const facts = {
    network: digestNetwork(secret, item, caller.address),
    ...(former && former.status !== 'denied' ? completeFacts(stated, former) : stated),
  }
  const now = sql`clock_timestamp()`
  const [row] = await tx
    .insert(itemReadings)
    .values({ ...item, ...facts, userId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [itemReadings.userId, itemReadings.shopType, itemReadings.itemId],
      set: { ...facts, status: 'pending', confirmedAt: null, createdAt: now, updatedAt: now },
    })
    .returning()
  if (!row) throw new Error('The database returned no row for the reading.')
  await tx.delete(readingReports).where(eq(readingReports.readingId, row.id))
  if (former?.status === 'approved') await publishApproved(tx, row, deps)
  return { row, unused: await removeUnusedImages(tx, former?.uploads ?? []) }
}

function isOfItem({ shopType, itemId }: ItemKey): SQL | undefined {
  return and(eq(itemReadings.shopType, shopType), eq(itemReadings.itemId, itemId))
}

/**
 * Makes what admins approved of an item its information: the reading that was approved last, and what that leaves open from
 * those before. Without a title there is none. Returns what was stored.
 */
async function publishApproved(
  tx: Db,
  item: ItemKey,
  { publish, withdraw }: Pick<ReadingServiceDeps, 'publish' | 'withdraw'>,
): Promise<{ info: ProductInfo; at: Date } | undefined> {
  const [first, ...others] = await tx
    .select()
    .from(itemReadings)
    .where(and(isOfItem(item), eq(itemReadings.status, 'approved')))
    .orderBy(desc(itemReadings.updatedAt), asc(itemReadings.id))
    .limit(readingRules.list)
  const facts = first && others.reduce<StoredFacts>(completeFacts, first)
  if (facts?.title == null) {
    await withdraw(tx, item)
    return undefined
  }
  const stored = { info: toProductInfo(facts), at: first?.createdAt ?? new Date() }
  await publish(tx, item, stored)
  return stored
}

function assertHasFacts({ title, price, weight, variants, pictures, uploads }: ReadingDraft): void {
  const hasFacts = title ?? price ?? weight ?? variants[0] ?? pictures[0] ?? uploads[0]
  if (hasFacts == null)
    throw new RequestError({ status: 400, message: readingText.empty, code: 'EMPTY_READING' })
}

/** A price that is a hundred times off is a mistake, or a joke. */
function assertLikelyPrice({ title, price, currency }: ReadingDraft): void {
  if (price == null || (currency ?? 'CNY') !== 'CNY') return
  const typical = getTypicalYuan(guessKind(title ?? ''))
  if (price > typical * readingRules.priceFactor || price < typical / readingRules.priceFactor)
    throw new RequestError({ status: 400, message: readingText.price, code: 'UNLIKELY_PRICE' })
}

async function assertMayHandOver(tx: Db, userId: string): Promise<void> {
  const isPending = eq(itemReadings.status, 'pending')
  if (
    (await tx.$count(itemReadings, and(isPending, eq(itemReadings.userId, userId)))) >=
    readingRules.waitingOfAccount
  )
    throw new RequestError({ status: 429, message: readingText.tooManyWaiting, code: 'TOO_MANY_WAITING' })
  if ((await tx.$count(itemReadings, isPending)) >= readingRules.waiting)
    throw new RequestError({ status: 429, message: readingText.queueFull, code: 'TOO_MANY_WAITING' })
}

async function lockReading(tx: Db, id: string): Promise<ReadingRow> {
  const isAsked = eq(itemReadings.id, id)
  const [item] = await tx.select().from(itemReadings).where(isAsked)
  if (item) await lockItem(tx, item) // first, as when a reading is stored
  const [row] = await tx.select().from(itemReadings).where(isAsked).for('update')
  if (!row) throw new RequestError({ status: 404, message: readingText.unknown, code: 'READING_NOT_FOUND' })
  return row
}

async function report(
  tx: Db,
  row: ReadingRow,
  opinion: 'right' | 'off',
  { session: { userId }, caller }: Actor,
  { secret }: ReadingServiceDeps,
): Promise<ReadingRow> {
  if (row.userId === userId)
    throw new RequestError({ status: 409, message: readingText.own, code: 'OWN_READING' })
  if (row.status === 'denied')
    throw new RequestError({ status: 404, message: readingText.unknown, code: 'READING_NOT_FOUND' })
  const network = digestNetwork(secret, row, caller.address)
  await tx
    .insert(readingReports)
    .values({ readingId: row.id, userId, verdict: opinion, network })
    .onConflictDoUpdate({
      target: [readingReports.readingId, readingReports.userId],
      set: { verdict: opinion, network },
    })
  return row
}

async function moderate(
  tx: Db,
  row: ReadingRow,
  { status, seen }: { status: ModerationStatus; seen?: string | undefined },
  { session, caller, isAdmin }: ActorWithRole,
  deps: ReadingServiceDeps,
): Promise<{ after: ReadingRow; stored: { info: ProductInfo; at: Date } | undefined }> {
  if (!isAdmin) throw new RequestError(failures.forbidden)
  if (seen !== undefined && Date.parse(seen) !== row.updatedAt.getTime())
    throw new RequestError({ status: 409, message: readingText.changed, code: 'READING_CHANGED' })
  if (row.status === status) return { after: row, stored: undefined }
  const [after] = await tx
    .update(itemReadings)
    .set({ status, updatedAt: sql`clock_timestamp()` })
    .where(eq(itemReadings.id, row.id))
    .returning()
  if (!after) throw new Error('The reading disappeared while it was locked.')
  const isPublic = status === 'approved' || row.status === 'approved'
  const stored = isPublic ? await publishApproved(tx, row, deps) : undefined
  const details = { reading: row.id, old: row.status, new: status }
  await recordEvent(tx, {
    type: 'reading-moderated',
    actorId: session.userId,
    subjectId: row.userId ?? undefined,
    caller,
    details,
  })
  return { after, stored: status === 'approved' ? stored : undefined }
}

const noReports = { right: 0, off: 0 }

async function countReports(db: Db, ids: string[]): Promise<Map<string, { right: number; off: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: readingReports.readingId, opinion: readingReports.verdict, total: count() })
    .from(readingReports)
    .where(inArray(readingReports.readingId, ids))
    .groupBy(readingReports.readingId, readingReports.verdict)
  const byReading = new Map<string, { right: number; off: number }>()
  for (const { id, opinion, total } of rows)
    byReading.set(id, { ...(byReading.get(id) ?? noReports), [opinion]: total })
  return byReading
}

type SerializeOptions = {
  pictures: Pick<ImageRegistry, 'toImageUrl' | 'toPrivateImageUrl'>
  isTrusted: boolean
  /** The account that asks. */
  viewer?: string | undefined
}

/** `isTrusted`: for its author, admins, or after an approval; others see no pictures. */
function serializeReading(row: ReadingRow, { pictures, isTrusted, viewer }: SerializeOptions): ItemReading {
  return {
    _id: row.id,
    shopType: row.shopType,
    productCode: row.itemId,
    title: row.title,
    price: fromMinor(row.priceMinor),
    priceTo: fromMinor(row.priceToMinor),
    currency: row.currency as ItemReading['currency'],
    weight: row.grams,
    variants: row.variants,
    kind: getItemKind(row.title ?? ''),
    pictures: isTrusted ? [...listUploads(row, pictures), ...row.pictures.map(pictures.toImageUrl)] : [],
    confirmedBy: row.status === 'approved' ? 'admin' : row.confirmedAt ? 'members' : 'none',
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isOwn: viewer !== undefined && row.userId === viewer,
    reports: noReports,
  }
}

function listUploads(
  { id, status, uploads, updatedAt }: ReadingRow,
  { toImageUrl, toPrivateImageUrl }: SerializeOptions['pictures'],
): string[] {
  if (status === 'approved') return uploads.map(toImageUrl)
  return uploads.map((image) => toPrivateImageUrl({ id, image, since: updatedAt }))
}

const toMinor = (amount: number | null | undefined) => (amount == null ? null : yuanToFen(amount))
const fromMinor = (minor: number | null) => (minor === null ? null : minor / 100)

function markReadingStale({ shopType, itemId }: ItemKey): void {
  markStale([['getReadings', { shopType, productCode: itemId }]])
}

/** A digest that is the same for the same network and item only: it can't be looked up, and links no two items. */
function digestNetwork(secret: string, { shopType, itemId }: ItemKey, address: string): string {
  return createHmac('sha256', secret)
    .update(`reading ${shopType}/${itemId} ${getWideNetwork(address)}`)
    .digest('base64url')
}

/** The /24 of an IPv4 address, the /64 of an IPv6 address. */
function getWideNetwork(address: string): string {
  return getNetwork(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}
