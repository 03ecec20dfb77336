import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moderationStatuses } from '#shared/column-values.ts'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { userId, users } from './account-schema.ts'
import { createdAt, id, itemId, moment, shopType, updatedAt } from './columns.ts'

/** Images that may be served through our image URLs: the source behind a hash. */
export const images = pgTable('images', {
  hash: text().primaryKey(),
  source: text().notNull(),
  /** The size of the original in px, upright. Null until the first rendering, like all columns below. */
  width: integer(),
  height: integer(),
  /** Its average color, as `#8fa3b2`. */
  colour: text(),
  /** 64 bits in hex; near-duplicates differ in few of them. */
  fingerprint: text(),
  /** An AVIF was rendered beside the WebP. */
  hasAvif: boolean('has_avif').notNull().default(false),
  /** When it was last used; updated at most once a month. */
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
})

/** Photos of what people received, or that an admin added, sent in together and moderated as one; shown once approved. */
export const photoSubmissions = pgTable(
  'photo_submissions',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    /** Null when the account was deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The account's name at the time of the submission. */
    author: text().notNull(),
    agent: text(),
    variant: text(),
    takenAt: moment('taken_at'),
    /** Its photos belong to the author's review of the item and are deleted with it. */
    isOfReview: boolean('is_of_review').notNull().default(false),
    status: text({ enum: moderationStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('photo_submissions_status').on(table.status, table.createdAt),
    index('photo_submissions_item').on(table.shopType, table.itemId),
    index('photo_submissions_author').on(table.userId, table.createdAt),
  ],
)

/** Photos that were uploaded but not yet submitted. They are deleted after some time. */
export const photoUploads = pgTable(
  'photo_uploads',
  {
    id: id(),
    userId: userId(),
    image: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('photo_uploads_owner').on(table.userId, table.createdAt)],
)

/** Photos taken in agents' warehouses, with their metadata. */
export const qcPhotos = pgTable(
  'qc_photos',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    /** Its submission; null for photos that came with the site. */
    submissionId: uuid('submission_id').references(() => photoSubmissions.id, { onDelete: 'cascade' }),
    image: text().notNull(),
    source: text().notNull(),
    agent: text(),
    variant: text(),
    finding: text(),
    takenAt: moment('taken_at'),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('qc_photos_item').on(table.shopType, table.itemId, table.takenAt),
    index('qc_photos_submission').on(table.submissionId),
    index('qc_photos_image').on(table.image),
  ],
)

/** The last response of an outside photo source about an item. Shown with its age when the source fails. */
export const qcSnapshots = pgTable(
  'qc_snapshots',
  {
    shopType: shopType(),
    itemId: itemId(),
    source: text().notNull(),
    photos: jsonb().$type<SourcePhoto[]>().notNull(),
    fetchedAt: moment('fetched_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shopType, table.itemId, table.source] })],
)
