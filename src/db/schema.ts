import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moderationStatuses, pageKinds } from '#shared/column-values.ts'
import type { ItemVariant, ShownVariant } from '#shared/items/item-variant.ts'
import type { AddressHints, LinkNote } from '#shared/items/link-hints.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { userId, users } from './tables/account-schema.ts'
import { createdAt, id, itemId, moment, shopType, updatedAt } from './tables/columns.ts'

export {
  accessTokens,
  identities,
  limitCounters,
  oneTimeTokens,
  refreshTokens,
  securityEvents,
  sessions,
  type UserRow,
  users,
} from './tables/account-schema.ts'
export { dutyNotes, exchangeRates, rateCards, unservedEstimates } from './tables/freight-schema.ts'
export { images, photoSubmissions, photoUploads, qcPhotos, qcSnapshots } from './tables/photo-schema.ts'
export { itemReadings, readingReports, readingViews } from './tables/reading-schema.ts'
export { itemPrices, watches, watchNotices } from './tables/watch-schema.ts'

/**
 * The catalogue. `position` is the position in the list, 1..N without gaps among rows that are not deleted;
 * the migration makes it unique at the end of each transaction, so that rows can swap positions.
 */
export const products = pgTable(
  'products',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    name: text().notNull(),
    /** In fen, a hundredth of a yuan. */
    priceFen: integer('price_fen').notNull(),
    thumbnail: text().notNull(),
    /** An admin's own pictures, the thumbnail first; empty where a source's are shown. */
    pictures: jsonb().$type<string[]>().notNull().default([]),
    weightGrams: integer('weight_grams'),
    shippingDays: integer('shipping_days'),
    /** `LxWxH` in cm, as §3 writes it. */
    dimensions: text(),
    /** The kind of goods that an admin has set, or `none`; null while it is guessed from the name. */
    kind: text(),
    onTrend: boolean('on_trend').notNull().default(false),
    position: integer(),
    totalView: integer('total_view').notNull().default(0),
    /** Over approved reviews only, updated in the transaction that changes them. */
    ratingSum: integer('rating_sum').notNull().default(0),
    reviewCount: integer('review_count').notNull().default(0),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('products_item').on(table.shopType, table.itemId).where(sql`${table.deletedAt} is null`),
    index('products_trend').on(table.onTrend, table.position),
    check('products_price', sql`${table.priceFen} >= 0`),
    check('products_place', sql`(${table.position} is null) = (${table.deletedAt} is not null)`),
  ],
)

/** The last valid information about an item: ours (`catalogue`, never stale), or that of a source, for when the source fails. */
export const productInfos = pgTable(
  'product_infos',
  {
    shopType: shopType(),
    itemId: itemId(),
    info: jsonb().$type<ProductInfo>().notNull(),
    /** Decided whenever the information or the item's QC photos change; null without variants. */
    shown: jsonb().$type<ShownVariant>(),
    source: text().notNull(),
    fetchedAt: moment('fetched_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shopType, table.itemId] })],
)

/** Resolved short links; they never change their target, but only the newest are kept. */
export const shortLinks = pgTable('short_links', {
  /** Host and path, as `m.tb.cn/h.5x`. */
  address: text().primaryKey(),
  shopType: shopType(),
  itemId: itemId(),
  /** What the long address says about the item; null for links that were resolved before this was kept. */
  hints: jsonb().$type<AddressHints>(),
  resolvedAt: moment('resolved_at').notNull().defaultNow(),
})

/**
 * Members' reviews of items, one row per moderated version: an edit becomes another, pending row, and the approved version
 * stays public. `isPublic` marks the newest approved version of an author.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    shopType: shopType(),
    itemId: itemId(),
    /** Null for imported reviews without an account, and after the account was deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The account's name when it was written. */
    author: text().notNull(),
    rating: integer().notNull(),
    comment: text().notNull(),
    status: text({ enum: moderationStatuses }).notNull().default('pending'),
    isPublic: boolean('is_public').notNull().default(false),
    productName: text('product_name').notNull(),
    productImage: text('product_image').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('reviews_item').on(table.shopType, table.itemId, table.isPublic, table.createdAt),
    index('reviews_status').on(table.status, table.createdAt),
    index('reviews_hidden').on(table.id).where(sql`not ${table.isPublic}`),
    uniqueIndex('reviews_one_public')
      .on(table.userId, table.shopType, table.itemId)
      .where(sql`${table.isPublic}`),
    uniqueIndex('reviews_one_pending')
      .on(table.userId, table.shopType, table.itemId)
      .where(sql`${table.status} = 'pending'`),
    check('reviews_public_is_approved', sql`not ${table.isPublic} or ${table.status} = 'approved'`),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
  ],
)

/**
 * The photos of one version of a review. If an edit keeps a photo, the new version has its own row for the same image. A photo
 * that is also shown as a QC photo has another row in `qc_photos`.
 */
export const reviewPhotos = pgTable(
  'review_photos',
  {
    id: id(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    /** The author. When the account is deleted, its photos are deleted, and the text stays. */
    userId: userId(),
    /** From 0 on, in the order in which they are shown. */
    place: integer().notNull(),
    image: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
  },
  (table) => [
    uniqueIndex('review_photos_place').on(table.reviewId, table.place),
    uniqueIndex('review_photos_once').on(table.reviewId, table.image),
    index('review_photos_owner').on(table.userId),
    index('review_photos_image').on(table.image),
  ],
)

/** What a release filled in for an agent that comes with the site; `revision` is that of the list it was taken from. */
type ShippedAgent = Record<
  'name' | 'image' | 'offer' | 'linkTaobao' | 'linkWeidian' | 'linkAli1688',
  string
> & { revision: number }

/** Purchasing agents. At most one is the default (`is_selected`), and it is active. An empty link means: no template. */
export const agents = pgTable(
  'agents',
  {
    id: id(),
    name: text().notNull(),
    image: text().notNull(),
    offer: text().notNull(),
    linkTaobao: text('link_taobao').notNull().default(''),
    linkWeidian: text('link_weidian').notNull().default(''),
    linkAli1688: text('link_ali_1688').notNull().default(''),
    active: boolean().notNull().default(true),
    isSelected: boolean('is_selected').notNull().default(false),
    position: integer(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
    /** The key of an agent that comes with the site; null for one that an admin added. */
    builtIn: text('built_in'),
    /** What a release filled in, so that what the operator changed can be told (073). */
    shipped: jsonb().$type<ShippedAgent>(),
  },
  (table) => [
    uniqueIndex('agents_built_in').on(table.builtIn),
    uniqueIndex('agents_name').on(sql`lower(${table.name})`).where(sql`${table.deletedAt} is null`),
    uniqueIndex('agents_one_selected').on(table.isSelected).where(sql`${table.isSelected}`),
    check('agents_selected_is_active', sql`not ${table.isSelected} or ${table.active}`),
    check('agents_place', sql`(${table.position} is null) = (${table.deletedAt} is not null)`),
  ],
)

/**
 * Saved items. Title, price and image are those of the time of saving, so that the page needs no source. The current price
 * comes from our own tables.
 */
export const collectionEntries = pgTable(
  'collection_entries',
  {
    userId: userId(),
    shopType: shopType(),
    itemId: itemId(),
    /** Null when unknown; the same for price and image. */
    title: text(),
    /** In hundredths of `currency`. */
    priceMinor: integer('price_minor'),
    currency: text().notNull().default('CNY'),
    image: text(),
    /** The variant that price and image belong to; null when unknown. */
    variant: jsonb().$type<ItemVariant>(),
    /** What the owner's own link said about the item; null for nothing. For the owner alone. */
    note: jsonb().$type<LinkNote>(),
    createdAt: createdAt(),
    /** When it was removed; for a while the removal can be undone. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.shopType, table.itemId] }),
    index('collection_entries_order').on(table.userId, table.createdAt),
  ],
)

/** How often pages of a kind were opened, by day (UTC); nothing about visitors. */
export const pageViews = pgTable(
  'page_views',
  {
    day: date().notNull(),
    kind: text({ enum: pageKinds }).notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
)

/** How often products were viewed, by day (UTC). */
export const productViews = pgTable(
  'product_views',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    views: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.day] }),
    index('product_views_day').on(table.day),
  ],
)
