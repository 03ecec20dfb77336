import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { noticeKinds } from '#features/watches/spec.ts'
import { userId } from './account-schema.ts'
import { createdAt, id, itemId, moment, shopType, updatedAt } from './columns.ts'

/**
 * What an item cost, and whether it could be had, as spans of looks that agreed: between `firstSeen` and `lastSeen`
 * every look said the same. Between two spans nobody looked, or looks disagreed.
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
    /** Null where the source says nothing of stock. */
    inStock: boolean('in_stock'),
    source: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopType, table.itemId, table.firstSeen] }),
    check('item_prices_price', sql`${table.priceFen} >= 0`),
    check('item_prices_span', sql`${table.lastSeen} >= ${table.firstSeen}`),
  ],
)

/** Of what an account wants to be told. A wish that was met rests until its condition has ceased to hold. */
export const watches = pgTable(
  'watches',
  {
    userId: userId(),
    shopType: shopType(),
    itemId: itemId(),
    /** Tell when the price is below; null: not. */
    belowFen: integer('below_fen'),
    backInStock: boolean('back_in_stock').notNull().default(false),
    newPhotos: boolean('new_photos').notNull().default(false),
    byMail: boolean('by_mail').notNull().default(true),
    /** Whether the price was below at the last look, so that it is told once. */
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

/** What an account was told of the items it watches. */
export const watchNotices = pgTable(
  'watch_notices',
  {
    id: id(),
    userId: userId(),
    shopType: shopType(),
    itemId: itemId(),
    kind: text({ enum: noticeKinds }).notNull(),
    /** What the item cost then, in fen, or how many photos are new. */
    value: integer(),
    createdAt: createdAt(),
    readAt: moment('read_at'),
    /** Null: not told by mail, yet or ever. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [index('watch_notices_order').on(table.userId, table.createdAt)],
)
