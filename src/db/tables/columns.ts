import { text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { shopTypes } from '#shared/marketplaces.ts'

// Columns that many tables have.

/** Ids ascend, so that they order rows of the same millisecond. The database's default is for plain SQL. */
export const id = () => uuid().primaryKey().defaultRandom().$defaultFn(v7)
export const moment = (name: string) => timestamp(name, { withTimezone: true })
export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () => moment('updated_at').notNull().defaultNow()
export const shopType = () => text('shop_type', { enum: shopTypes }).notNull()
export const itemId = () => text('item_id').notNull()
