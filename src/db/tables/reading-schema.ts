import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moderationStatuses } from '#shared/column-values.ts'
import { users } from './account-schema.ts'
import { createdAt, id, itemId, moment, shopType, updatedAt } from './columns.ts'

/** For a partial index: few readings have pictures from a device. */
const hasUploads = ({ uploads }: { uploads: AnyPgColumn }) => sql`jsonb_array_length(${uploads}) > 0`

/** What members read in the pages of items that the site does not know, and handed over. */
export const itemReadings = pgTable(
  'item_readings',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    /** Null when the account was deleted: the facts stay. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** A digest of the sender's network and the item, so that it names no network and no other item. */
    network: text().notNull(),
    title: text(),
    /** In hundredths of `currency`; the lower end when `priceToMinor` is set. */
    priceMinor: integer('price_minor'),
    priceToMinor: integer('price_to_minor'),
    currency: text(),
    grams: integer(),
    /** The names that can be chosen, by axis. */
    variants: jsonb().$type<string[][]>().notNull(),
    /** Image sources; shown to others after an admin's approval only. */
    pictures: jsonb().$type<string[]>().notNull(),
    /** Pictures from the member's own device; others see them after an approval only, too. */
    uploads: jsonb().$type<string[]>().notNull().default([]),
    status: text({ enum: moderationStatuses }).notNull().default('pending'),
    /** When a second member handed over the same. */
    confirmedAt: moment('confirmed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('item_readings_author').on(table.userId, table.shopType, table.itemId),
    index('item_readings_item').on(table.shopType, table.itemId),
    index('item_readings_status').on(table.status, table.createdAt),
    index('item_readings_uploads').on(table.updatedAt).where(hasUploads(table)),
  ],
)

/** Members' answers to "Is this right?", for admins. */
export const readingReports = pgTable(
  'reading_reports',
  {
    readingId: uuid('reading_id')
      .notNull()
      .references(() => itemReadings.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    verdict: text({ enum: ['right', 'off'] }).notNull(),
    network: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.readingId, table.userId] })],
)

/** Members to whom a reading was shown: theirs can't confirm it any more. */
export const readingViews = pgTable(
  'reading_views',
  {
    readingId: uuid('reading_id')
      .notNull()
      .references(() => itemReadings.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.readingId, table.userId] })],
)
