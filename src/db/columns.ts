import { text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { shopTypes } from '#shared/shops.ts'

/** Columns that many tables have. */
export const id = () => uuid().primaryKey().defaultRandom()
export const moment = (name: string) => timestamp(name, { withTimezone: true })
export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () => moment('updated_at').notNull().defaultNow()
export const shopType = () => text('shop_type', { enum: shopTypes }).notNull()
export const itemId = () => text('item_id').notNull()
