import { sql } from 'drizzle-orm'
import {
  boolean,
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
import type { ExchangeRates } from '#shared/freight/exchange-rates.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { users } from './account-schema.ts'
import { createdAt, moment, updatedAt } from './columns.ts'

/**
 * Versions of the rate card; they never change. At most one is active; while none is, the built-in card is.
 */
export const rateCards = pgTable(
  'rate_cards',
  {
    /** Its public name, made of the card's own `id`. */
    id: text().primaryKey(),
    card: jsonb().$type<RateCard>().notNull(),
    /** Exchange rates that came with it. */
    exchangeRates: jsonb('exchange_rates').$type<ExchangeRates>(),
    isActive: boolean('is_active').notNull().default(false),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    activatedAt: moment('activated_at'),
    retiredAt: moment('retired_at'),
  },
  (table) => [
    uniqueIndex('rate_cards_one_active').on(table.isActive).where(sql`${table.isActive}`),
    index('rate_cards_order').on(table.createdAt),
  ],
)

/** Exchange rates for display, one row per day of the source; the newest is used. */
export const exchangeRates = pgTable('exchange_rates', {
  day: date().primaryKey(),
  base: text().notNull(),
  source: text().notNull(),
  rates: jsonb().$type<Record<string, string>>().notNull(),
  fetchedAt: moment('fetched_at').notNull().defaultNow(),
})

/** The operator's notes on duty and tax; each replaces the built-in note. */
export const dutyNotes = pgTable('duty_notes', {
  country: text().primaryKey(),
  text: text().notNull(),
  asOf: text('as_of').notNull(),
  source: text().notNull(),
  updatedAt: updatedAt(),
})

/** How often estimates were requested for countries without a line, by day (UTC); nothing about visitors. */
export const unservedEstimates = pgTable(
  'unserved_estimates',
  {
    day: date().notNull(),
    country: text().notNull(),
    requests: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.country] })],
)
