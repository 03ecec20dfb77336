import { z } from 'zod'
import { rateCard } from '#features/freight/card-schema.ts'
import { type ShippingOption, unavailableReasons, weightRules } from '#features/freight/option.ts'
import { confidences, priceModes } from '#features/freight/rate-card.ts'
import { defineContract } from '#shared/contract.ts'

/**
 * A field of an estimate, described as what it should be. Whatever JSON or a form brings is let through, because
 * `estimate-request.ts` reads it and has a sentence of its own for all that is wrong.
 */
function given<T extends z.ZodType>(form: T, description: string) {
  const field: z.ZodType<unknown, z.input<T>> = z.any().meta({ ...z.toJSONSchema(form), description })
  return field.optional()
}

const text = z.string()
const figure = z.union([z.number(), z.string()])

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

export const shippingContract = defineContract({
  get_estimation: {
    method: 'POST',
    path: '/get_estimation',
    rootAliases: ['/get_estimation'],
    access: 'anyone',
    summary: 'What a parcel costs on every line to a country, by the active rate card; an estimate.',
    body: z
      .object({
        destination: given(text, 'A country of /country.json: code or name.'),
        weight: given(figure, 'Grams, 1 to 1,000,000.'),
        features: given(text, 'Ids of categories of /category.json, joined by commas.'),
        length: given(figure, 'cm, 0.1 to 1,000; the same for width and height.'),
        width: given(figure, 'cm'),
        height: given(figure, 'cm'),
        currency: given(text, "ISO 4217; the rate card's own when it is not said."),
      })
      .meta({ required: ['destination', 'weight'] })
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
})
export type ShippingContract = typeof shippingContract
