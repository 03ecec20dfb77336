import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { rateCard } from '#shared/freight/rate-card.ts'
import { flagParameter } from '#shared/wire.ts'
import { cardStates, changeKinds, maxImportBytes } from './texts-and-limits.ts'

/** A version of the rate card, without its lines. */
export const rateCardSummary = z.object({
  /** The name by which calls and commands refer to it; `id` is the same. */
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  /** The card's own start date. */
  effectiveFrom: z.string().nullable(),
  lines: z.number(),
  rows: z.number(),
  countries: z.number(),
  active: z.boolean(),
  state: z.enum(cardStates),
  /** Null for the built-in card. */
  createdAt: z.string().nullable(),
  createdBy: z.string().nullable(),
  /** The last time when it became active, and the last time when it stopped being active. */
  activatedAt: z.string().nullable(),
  retiredAt: z.string().nullable(),
})
export type RateCardSummary = z.output<typeof rateCardSummary>

/** A public quote that a row of the card must reproduce, and the price that the card gives; both without fees. */
export const quoteCheck = z.object({
  line: z.string(),
  countries: z.array(z.string()),
  grams: z.number(),
  expected: z.number(),
  got: z.number().nullable(),
  ok: z.boolean(),
})
export type QuoteCheck = z.output<typeof quoteCheck>

const storedCard = z.object({
  card: rateCardSummary,
  /** Only the checks that failed. */
  failedChecks: z.array(quoteCheck),
  checks: z.number(),
})

const names = z.array(z.string())
/** A line's name and its total for a parcel. */
const sampleOffer = z.object({ lineName: z.string(), total: z.number() })

/** One figure that differs between two cards, as texts; null for a card without it. */
export const rateChange = z.object({
  kind: z.enum(changeKinds),
  line: z.string(),
  lineName: z.string(),
  /** Empty for all countries of the line. */
  countries: z.array(z.string()),
  /** 'each next 500 g', 'per kg up to 2 kg', 'fuel surcharge', 'heaviest parcel'. */
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** '+3.8%', '-1.5 points'; null when the figures cannot be compared. */
  change: z.string().nullable(),
  /** Whether shoppers pay more or less. */
  direction: z.enum(['dearer', 'cheaper', 'neither']),
})
export type RateChange = z.output<typeof rateChange>

export const rateCardComparison = z.object({
  card: rateCardSummary,
  against: rateCardSummary,
  /** The number of rows by their state. */
  rows: z.object({ changed: z.number(), new: z.number(), gone: z.number(), unchanged: z.number() }),
  changes: z.array(rateChange),
  /** Number of all changes; `changes` holds the first 200. */
  total: z.number(),
  /** Removed and added lines (names) and countries (codes). A shrunk line serves fewer countries. */
  coverage: z.object({
    lines: z.object({ gone: names, new: names, shrunk: names }),
    countries: z.object({ gone: names, new: names }),
  }),
  /** Prices of sample parcels by the cheapest line of each card; null when no line takes the parcel. */
  samples: z.array(
    z.object({
      parcel: z.string(),
      destination: z.string(),
      details: z.string(),
      before: sampleOffer.nullable(),
      after: sampleOffer.nullable(),
    }),
  ),
  failedChecks: z.array(quoteCheck),
})
export type RateCardComparison = z.output<typeof rateCardComparison>

const card_id = z.string().min(1).max(80)

export const rateCardsContract = defineContract({
  getRateCards: {
    method: 'GET',
    path: '/shipping/rateCards',
    access: 'admin',
    summary: 'Lists all versions of the rate card, newest first. Exactly one is active.',
    reply: z.array(rateCardSummary),
  },
  importRateCard: {
    method: 'POST',
    path: '/shipping/rateCards',
    access: 'admin',
    summary:
      'Imports a new version of the rate card as rate-card/1 JSON. It becomes active only with activate=true.',
    bodyLimit: maxImportBytes,
    body: z.object({
      card: z.unknown().optional().meta({ description: 'A card as rate-card/1.' }),
      activate: z.boolean().optional(),
      /** Exchange rates of the card, 1 EUR = rate, as decimal texts; the site's own by default. */
      fx: z.unknown().optional(),
    }),
    reply: storedCard,
  },
  setRateCard: {
    method: 'PATCH',
    path: '/shipping/rateCards',
    access: 'admin',
    summary:
      'Makes a version of the rate card active. The previously active one stays in the list. With active=false the built-in card becomes active.',
    query: z.object({ card_id, active: flagParameter }),
    reply: rateCardSummary,
  },
  getRateCard: {
    method: 'GET',
    path: '/shipping/rateCard',
    access: 'admin',
    summary: 'Exports a version of the rate card with all its lines. It can be imported again.',
    query: z.object({ card_id }),
    reply: rateCard,
  },
  compareRateCards: {
    method: 'GET',
    path: '/shipping/compareRateCards',
    access: 'admin',
    summary: 'Compares a version of the rate card with the active one.',
    query: z.object({ card_id }),
    reply: rateCardComparison,
  },
})
export type RateCardsContract = typeof rateCardsContract
