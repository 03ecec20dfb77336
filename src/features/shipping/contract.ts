import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { flag, line as textLine } from '#shared/wire.ts'
import { line, rateCard } from './card-schema.ts'
import { type ShippingOption, unavailableReasons, weightRules } from './option.ts'
import { confidences, priceModes } from './rate-card.ts'
import { cardStates, changeKinds, dutyNoteLimits, largestImport, largestLine } from './spec.ts'

/** One field of an estimate as JSON or a form brings it; it is read by `question.ts`, which knows its sentence. */
const given = (description: string) => z.unknown().optional().meta({ description })

const money = z.number().nullable()
const shippingOption = z.object({
  id: z.string(),
  name: z.string(),
  iconUrl: z.string(),
  features: z.string(),
  transitTime: z.string(),
  available: z.boolean(),
  unavailableReasons: z.array(z.enum(unavailableReasons)),
  blockedCategories: z.array(z.string()),
  takesNamedOnly: z.boolean(),
  restrictions: z.object({
    minWeight: z.number().nullable(),
    maxWeight: z.number().nullable(),
    dimensionRestriction: z.string(),
    volumeWeightRule: z.string(),
    categoryRestrictions: z.array(
      z.object({ name: z.string(), allowList: z.array(z.string()), blockList: z.array(z.string()) }),
    ),
    maxSide: z.number().nullable(),
    maxSum: z.number().nullable(),
    maxGirth: z.number().nullable(),
    box: z.array(z.number()).nullable(),
    maxChargeableWeight: z.number().nullable(),
  }),
  feeDetail: z.object({
    currencyEnum: z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.number() }),
    total: money,
    freight: money,
    airSurcharge: money,
    fuelFee: money,
    customsFee: money,
    operationFee: money,
    serviceFee: money,
    feeFirst: money,
    weightFirst: z.number().nullable(),
    feeContinue: money,
    weightContinue: z.number().nullable(),
    steps: z.number().nullable(),
    mode: z.enum(priceModes).nullable(),
    chargeableWeight: z.number(),
    volumetricWeight: z.number().nullable(),
  }),
  transit: z.object({ min: z.number(), max: z.number() }),
  carrier: z.string(),
  tags: z.array(z.string()),
  confidence: z.enum(confidences).nullable(),
  source: z.string().nullable(),
  note: z.string().nullable(),
  reckoning: z.object({
    weightRule: z.enum(weightRules),
    ruleLimit: z.number().nullable(),
    divisor: z.number().nullable(),
    raisedTo: z.number().nullable(),
    minCharge: z.number().nullable(),
    roundedTo: z.number().nullable(),
    minFreight: z.boolean(),
    fuelPercent: z.number(),
  }),
}) satisfies z.ZodType<ShippingOption>

/** How much of each currency one of the base buys, as decimal texts; `date` is the day the source gives. */
const exchangeRates = z.object({
  base: z.string(),
  date: z.string(),
  source: z.string(),
  rates: z.record(z.string(), z.string()),
})

/** A version of the rate card, without its lines. */
export const rateCardSummary = z.object({
  /** The name by which it is asked for; `id` is the same. */
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  /** The day the card itself says it begins with. */
  effectiveFrom: z.string().nullable(),
  lines: z.number(),
  rows: z.number(),
  countries: z.number(),
  active: z.boolean(),
  state: z.enum(cardStates),
  /** Null for the card that comes with the site. */
  createdAt: z.string().nullable(),
  createdBy: z.string().nullable(),
  /** When it began and ended to be the active one, the last time. */
  activatedAt: z.string().nullable(),
  retiredAt: z.string().nullable(),
})
export type RateCardSummary = z.output<typeof rateCardSummary>

/** A public quote that a row of the card must reproduce, and what the row gives; amounts without fees. */
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

/** One figure that differs between two cards, written out; null where there is none. */
export const rateChange = z.object({
  kind: z.enum(changeKinds),
  line: z.string(),
  lineName: z.string(),
  /** Empty: everywhere. */
  countries: z.array(z.string()),
  /** 'each next 500 g', 'per kg up to 2 kg', 'fuel surcharge', 'heaviest parcel'. */
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** '+3.8 %', '-1.5 points'; null where figures cannot be compared. */
  change: z.string().nullable(),
  /** Up, down, or neither for a shopper's purse. */
  direction: z.enum(['dearer', 'cheaper', 'neither']),
})
export type RateChange = z.output<typeof rateChange>

export const comparison = z.object({
  card: rateCardSummary,
  against: rateCardSummary,
  /** Rows of lines, by what happens to them. */
  rows: z.object({ changed: z.number(), new: z.number(), gone: z.number(), unchanged: z.number() }),
  changes: z.array(rateChange),
  /** How many changes there are; `changes` holds the first 200. */
  total: z.number(),
  /** What shoppers will see: parcels on lines, with the totals of both cards. */
  samples: z.array(
    z.object({
      parcel: z.string(),
      destination: z.string(),
      details: z.string(),
      lineName: z.string(),
      before: money,
      after: money,
    }),
  ),
  failedChecks: z.array(quoteCheck),
})
export type Comparison = z.output<typeof comparison>

export const dutyNote = z.object({
  country: z.string(),
  text: z.string(),
  /** The date of the source, as it is written there: '2026-07', '2025-12 to 2026-07'. */
  asOf: z.string(),
  source: z.string(),
  /** When an admin wrote it; null where it is as it came with the site. */
  updatedAt: z.string().nullable(),
})
export type DutyNote = z.output<typeof dutyNote>

const card_id = z.string().min(1).max(80)
const note = (name: string, max: number) =>
  textLine({ max, missing: `${name} is required.`, wrong: `This ${name} cannot be used.` })

export const shippingContract = defineContract({
  get_estimation: {
    method: 'POST',
    path: '/get_estimation',
    rootAliases: ['/get_estimation'],
    access: 'anyone',
    summary: 'What a parcel costs on every line to a country, by the active rate card; an estimate.',
    body: z
      .object({
        destination: given('A country of /country.json: code or name. Required.'),
        weight: given('Grams, 1 to 1,000,000. Required.'),
        features: given('Ids of categories of /category.json, joined by commas.'),
        length: given('cm, 0.1 to 1,000; the same for width and height.'),
        width: given('cm'),
        height: given('cm'),
        currency: given("ISO 4217; the rate card's own when it is not said."),
      })
      .optional(),
    reply: z.array(shippingOption),
    isLarge: true,
  },
  getTariffs: {
    method: 'GET',
    path: '/shipping/tariffs',
    access: 'anyone',
    summary: 'The active rate card as far as it concerns one country, with exchange rates for display.',
    query: z.object({ destination: z.string().max(80) }),
    reply: z.object({ card: rateCard, exchangeRates }),
    cache: 'shared',
  },
  getDutyNotes: {
    method: 'GET',
    path: '/shipping/dutyNotes',
    access: 'anyone',
    summary: 'What is known of duty and tax by country, each with its date and source; not advice.',
    reply: z.array(dutyNote),
    cache: 'shared',
  },
  setDutyNote: {
    method: 'PATCH',
    path: '/shipping/dutyNotes',
    access: 'admin',
    summary: "Writes a country's note; with an empty text the note that came with the site is back.",
    query: z.object({ country: z.string().regex(/^[A-Z]{2}$/, 'A country is two capital letters.') }),
    body: z.object({
      text: z.union(
        [z.literal(''), note('text', dutyNoteLimits.text)],
        `A note is one line of at most ${dutyNoteLimits.text} characters.`,
      ),
      asOf: note('asOf', dutyNoteLimits.asOf).optional(),
      source: note('source', dutyNoteLimits.source).optional(),
    }),
    reply: z.array(dutyNote),
    touches: [['getDutyNotes']],
  },
  getRateCards: {
    method: 'GET',
    path: '/shipping/rateCards',
    access: 'admin',
    summary: 'Every version of the rate card, the newest first; exactly one is active.',
    reply: z.array(rateCardSummary),
  },
  importRateCard: {
    method: 'POST',
    path: '/shipping/rateCards',
    access: 'admin',
    summary:
      'Takes in a card as rate-card/1 JSON, or tiers as CSV into the active card, as a new version; it becomes active only when asked to.',
    bodyLimit: largestImport,
    body: z.object({
      card: z.unknown().optional().meta({ description: 'A card as rate-card/1.' }),
      /** A header line and one line per tier. */
      csv: z.string().optional(),
      activate: z.boolean().optional(),
      /** Exchange rates of the card, 1 EUR = rate, as decimal texts; the site's own when it has none. */
      fx: z.unknown().optional(),
    }),
    reply: storedCard,
    touches: [['getTariffs'], ['get_estimation'], ['getAllProduct']],
  },
  setRateCard: {
    method: 'PATCH',
    path: '/shipping/rateCards',
    access: 'admin',
    summary:
      'Makes a version the active one; what was active is kept. With active=false the card that came with the site takes its place.',
    query: z.object({ card_id, active: flag }),
    reply: rateCardSummary,
    touches: [['getTariffs'], ['get_estimation'], ['getAllProduct']],
  },
  getRateCard: {
    method: 'GET',
    path: '/shipping/rateCard',
    access: 'admin',
    summary: 'A version of the rate card with all its lines, as it can be imported again.',
    query: z.object({ card_id }),
    reply: rateCard,
  },
  compareRateCards: {
    method: 'GET',
    path: '/shipping/compareRateCards',
    access: 'admin',
    summary: 'What a version of the rate card changes against another, the active one unless said.',
    query: z.object({ card_id, against: card_id.optional() }),
    reply: comparison,
  },
  editRateLine: {
    method: 'POST',
    path: '/shipping/rateLine',
    access: 'admin',
    summary: 'A new version of a card in which one line is as it is given; it is not active by itself.',
    bodyLimit: largestLine,
    query: z.object({ card_id }),
    body: z.object({ line }),
    reply: storedCard,
  },
})
export type ShippingContract = typeof shippingContract
