import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { noticeKinds } from '#shared/column-values.ts'
import type { ItemVariant } from '#shared/items/item-variant.ts'
import { userId } from './account-schema.ts'
import { createdAt, id, itemId, moment, shopType, updatedAt } from './columns.ts'

/**
 * An item's price and stock over time. A row means that all observations from `firstSeen` to `lastSeen` were the same.
 */
export const itemPrices = pgTable(
  'item_prices',
  {
    shopType: shopType(),
    itemId: itemId(),
    firstSeen: moment('first_seen').notNull().defaultNow(),
    lastSeen: moment('last_seen').notNull().defaultNow(),
    /** The lowest of its variants, in fen. */
    priceFen: integer('price_fen').notNull(),
    /** Null where the source has no stock information. */
    inStock: boolean('in_stock'),
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopType, table.itemId, table.firstSeen] }),
    check('item_prices_price', sql`${table.priceFen} >= 0`),
    check('item_prices_span', sql`${table.lastSeen} >= ${table.firstSeen}`),
  ],
)

/** Watches of an account. After a notice, there is no second one until the condition was false in between. */
export const watches = pgTable(
  'watches',
  {
    userId: userId(),
    shopType: shopType(),
    itemId: itemId(),
    /** The variant whose price is compared; null: the lowest price of all variants. */
    variant: jsonb().$type<ItemVariant>(),
    /** Notify when the price is below; null: do not. */
    belowFen: integer('below_fen'),
    backInStock: boolean('back_in_stock').notNull().default(false),
    newPhotos: boolean('new_photos').notNull().default(false),
    byMail: boolean('by_mail').notNull().default(true),
    /** Whether the price was below at the last observation, so that there is one notice. */
    isBelow: boolean('is_below').notNull().default(false),
    wasInStock: boolean('was_in_stock'),
    photosSeenAt: moment('photos_seen_at').notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.shopType, table.itemId] }),
    index('watches_item').on(table.shopType, table.itemId),
    check('watches_price', sql`${table.belowFen} > 0`),
  ],
)

/** Notices to an account about the items it watches. */
export const watchNotices = pgTable(
  'watch_notices',
  {
    id: id(),
    userId: userId(),
    shopType: shopType(),
    itemId: itemId(),
    kind: text({ enum: noticeKinds }).notNull(),
    /** The item's price then, in fen, or how many photos are new. */
    value: integer(),
    createdAt: createdAt(),
    readAt: moment('read_at'),
    /** Null: no email sent, yet or ever. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [index('watch_notices_order').on(table.userId, table.createdAt)],
)
