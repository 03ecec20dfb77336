import { z } from 'zod'
import { shippingOption } from '#features/freight/option.ts'
import { tariffs } from '#features/freight/tariffs.ts'
import { defineContract } from '#shared/contract.ts'

/**
 * A field of an estimate with its documented type. Any value passes here: `parseEstimateRequest` validates it with its
 * own messages.
 */
function estimateField<T extends z.ZodType>(documentedType: T, description: string) {
  const field: z.ZodType<unknown, z.input<T>> = z
    .any()
    .meta({ ...z.toJSONSchema(documentedType), description })
  return field.optional()
}

const text = z.string()
const numberOrText = z.union([z.number(), z.string()])

export const shippingContract = defineContract({
  get_estimation: {
    method: 'POST',
    path: '/get_estimation',
    rootAliases: ['/get_estimation'],
    access: 'anyone',
    summary: 'Estimates what a parcel costs on every shipping line to a country, by the active rate card.',
    body: z
      .object({
        destination: estimateField(text, 'A country of /country.json: code or name.'),
        weight: estimateField(numberOrText, 'Grams, 1 to 1,000,000.'),
        features: estimateField(text, 'Ids of categories of /category.json, joined by commas.'),
        length: estimateField(numberOrText, 'cm, 0.1 to 1,000; the same for width and height.'),
        width: estimateField(numberOrText, 'cm'),
        height: estimateField(numberOrText, 'cm'),
        currency: estimateField(text, "ISO 4217; the rate card's currency by default."),
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
    summary: 'Returns the part of the active rate card for one country, with exchange rates for display.',
    query: z.object({ destination: z.string().max(80) }),
    reply: tariffs,
    cache: 'shared',
  },
  getDestinations: {
    method: 'GET',
    path: '/shipping/destinations',
    access: 'anyone',
    summary: 'Lists the countries that the active rate card has shipping lines to, with the number of lines.',
    reply: z.array(z.object({ country: z.string(), lines: z.number() })),
    cache: 'shared',
  },
})
export type ShippingContract = typeof shippingContract
