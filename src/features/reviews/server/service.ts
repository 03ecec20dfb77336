import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { countMatching, type ListTotal } from '#db/queries/count-matching.ts'
import { findItemMarketplace } from '#db/queries/item-marketplaces.ts'
import { reviews } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import type { ItemKey, ShopType } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import type { RateLimits } from '#shared/server/access/rate-limits.ts'
import {
  cutPage,
  isAfterCursor,
  type ListPage,
  type PageRequest,
  selectMicroseconds,
} from '#shared/server/list-page.ts'
import type { OwnReview, Review, ReviewDraft } from '../contract.ts'
import { reviewLimits } from '../texts-and-limits.ts'
import { deleteReview } from './delete-review.ts'
import { type ReviewStatusChange, setReviewStatus } from './moderation.ts'
import { type ReviewPhotoIntake, readPhotos } from './review-photos.ts'
import { type StoredReview, serializeReview } from './serialize-review.ts'
import { readVersions, submitReview } from './submit-review.ts'

export type ReviewService = ReturnType<typeof createReviewService>

export type ReviewServiceDeps = {
  db: Db
  pictures: ImageRegistry
  limits: Pick<RateLimits, 'count'>
  intake: ReviewPhotoIntake
  /** Deletes an image that no row uses any more, with its rendered sizes. */
  discard: (image: string) => Promise<void>
}
type PublicFilter = { itemId: string; shopType?: ShopType | undefined }
type AdminFilter = {
  /** Empty for all items. */
  itemId: string
  /** Matches every code that contains the text. */
  isPart?: boolean
  shopType?: ShopType | undefined
  status?: ModerationStatus | undefined
}
export type ReviewPage = ListPage<Review> & ListTotal

const newestFirst = { at: reviews.createdAt, keys: [reviews.id], isNewestFirst: true }

/** Public reviews of items, and writing and moderating them. */
export function createReviewService({ db, pictures, limits, intake, discard }: ReviewServiceDeps) {
  const deps = { db, pictures, intake }
  // The image sweep deletes what cannot be deleted now, because no row uses it.
  const discardAll = (images: string[]) => Promise.allSettled(images.map(discard))

  return {
    /** An item's public reviews, newest first; without a marketplace, those of the only item with the number. */
    find: (filter: PublicFilter, part: PageRequest): Promise<ReviewPage> =>
      readPublicReviews(deps, filter, part),

    /** Lists reviews for admins, without approved versions that a newer one replaced. */
    findAny: (filter: AdminFilter, part: PageRequest): Promise<ReviewPage> =>
      readReviewPage(deps, buildReviewFilter(filter), part),

    /**
     * Stores a user's review. The approved version stays public until the new one is approved.
     */
    async post(draft: ReviewDraft, userId: string): Promise<OwnReview> {
      await limits.count('postReview', userId, reviewLimits.perHour)
      const { row, unusedImages } = await submitReview(deps, draft, userId)
      await discardAll(unusedImages)
      return serializeOwnReview(deps, row, userId)
    },

    /** The newest version of the user's review of an item, and the public version. */
    async ofAccount(item: ItemKey, userId: string): Promise<OwnReview[]> {
      const versions = await readVersions(db, { ...item, userId })
      const visibleVersions = versions.filter(({ isPublic }, index) => index === 0 || isPublic)
      return Promise.all(visibleVersions.map((row) => serializeOwnReview(deps, row, userId)))
    },

    /** Deletes the user's review with all versions and photos. */
    async remove(id: string, userId: string): Promise<void> {
      const unusedImages = await db.transaction((tx) => deleteReview(tx, { id, userId }, intake))
      await discardAll(unusedImages)
    },

    /** Sets the status of a review; throws 404 for an unknown id. */
    async moderate(change: ReviewStatusChange, actor: Actor): Promise<Review> {
      const row = await db.transaction((tx) => setReviewStatus(tx, change, actor))
      return serializeReview(row, (await readPhotos(db, [row.id])).get(row.id) ?? [], pictures)
    },
  }
}

type ReviewReader = Pick<ReviewServiceDeps, 'db' | 'pictures'>

async function serializeReviews({ db, pictures }: ReviewReader, rows: StoredReview[]): Promise<Review[]> {
  const photos = await readPhotos(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => serializeReview(row, photos.get(row.id) ?? [], pictures))
}

async function serializeOwnReview(
  { db, pictures, intake }: ReviewReader & Pick<ReviewServiceDeps, 'intake'>,
  row: StoredReview,
  userId: string,
): Promise<OwnReview> {
  const photos = (await readPhotos(db, [row.id])).get(row.id) ?? []
  const showWithQc = await intake.isShownWithQc(db, { ...row, userId })
  return { ...serializeReview(row, photos, pictures), photoIds: photos.map(({ id }) => id), showWithQc }
}

async function readPublicReviews(
  reader: ReviewReader,
  { itemId, shopType }: PublicFilter,
  part: PageRequest,
): Promise<ReviewPage> {
  const marketplace =
    shopType ?? (await findItemMarketplace(reader.db, itemId, reviews, sql`${reviews.isPublic}`))
  if (!marketplace) return { items: [], total: 0, next: undefined }
  return readReviewPage(
    reader,
    and(eq(reviews.shopType, marketplace), eq(reviews.itemId, itemId), reviews.isPublic),
    part,
  )
}

async function readReviewPage(
  reader: ReviewReader,
  where: SQL | undefined,
  part: PageRequest,
): Promise<ReviewPage> {
  const rows = await reader.db
    .select({ row: reviews, at: selectMicroseconds(reviews.createdAt) })
    .from(reviews)
    .where(and(where, isAfterCursor(newestFirst, part.after)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(part.limit + 1)
    .offset(part.offset)
  const { items, next } = cutPage(rows, part.limit, ({ row, at }) => ({ at, keys: [row.id] }))
  const isWhole = rows.length <= part.limit && part.offset === 0 && part.after === undefined
  const counted = isWhole ? { total: rows.length } : await countMatching(reader.db, reviews, where)
  return {
    items: await serializeReviews(
      reader,
      items.map(({ row }) => row),
    ),
    next,
    ...counted,
  }
}

function buildReviewFilter({ itemId, isPart, shopType, status }: AdminFilter): SQL | undefined {
  const isNamed = isPart ? sql`strpos(${reviews.itemId}, ${itemId}) > 0` : eq(reviews.itemId, itemId)
  return and(
    or(ne(reviews.status, 'approved'), reviews.isPublic),
    status && eq(reviews.status, status),
    itemId === '' ? undefined : isNamed,
    shopType && eq(reviews.shopType, shopType),
  )
}
