import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moderationStatuses } from '#features/moderation/status.ts'
import type { SourcePhoto } from '#features/qc-photos/source-photo.ts'
import { userId, users } from './account-schema.ts'
import { createdAt, id, itemId, moment, shopType, updatedAt } from './columns.ts'

/** Pictures that may be shown through our image addresses: which source stands behind a hash. */
export const images = pgTable('images', {
  hash: text().primaryKey(),
  source: text().notNull(),
  /** Of the original, in px, upright; null until it was first drawn, as everything below. */
  width: integer(),
  height: integer(),
  /** Its average, as `#8fa3b2`. */
  colour: text(),
  /** 64 bits in hex that near-duplicates nearly share. */
  fingerprint: text(),
  /** An AVIF was drawn beside the WebP. */
  hasAvif: boolean('has_avif').notNull().default(false),
  /** When somebody named it, at most a month before the last time, or when it was last seen to be shown. */
  createdAt: createdAt(),
})

/** Photos of what people received, or that an admin added, handed in together; shown once approved. */
export const qcSets = pgTable(
  'qc_sets',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    /** Null where the account has gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The account's name when it handed the photos in. */
    author: text().notNull(),
    agent: text(),
    variant: text(),
    takenAt: moment('taken_at'),
    status: text({ enum: moderationStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('qc_sets_status').on(table.status, table.createdAt),
    index('qc_sets_item').on(table.shopType, table.itemId),
    index('qc_sets_author').on(table.userId, table.createdAt),
  ],
)

/** Photos that somebody has uploaded and not yet handed in as a set; they go after a while. */
export const qcUploads = pgTable(
  'qc_uploads',
  {
    id: id(),
    userId: userId(),
    image: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('qc_uploads_owner').on(table.userId, table.createdAt)],
)

/** Photos taken in agents' warehouses, and what can be said of each. */
export const qcPhotos = pgTable(
  'qc_photos',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    /** The set it was handed in with; null for photos that came with the site. */
    setId: uuid('set_id').references(() => qcSets.id, { onDelete: 'cascade' }),
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
    index('qc_photos_set').on(table.setId),
  ],
)

/** What an outside source of photos last said of an item; shown, with its age, when the source fails. */
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
