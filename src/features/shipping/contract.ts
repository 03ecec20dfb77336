import { z } from 'zod'
import { shippingOption } from '#features/freight/option.ts'
import { tariffs } from '#features/freight/tariffs.ts'
import { defineContract } from '#shared/contract.ts'

/**
 * A field of an estimate, described as what it should be. Whatever JSON or a form brings is let through, because
 * `estimate-request.ts` reads it and has a sentence of its own for all that is wrong.
 */
function estimateField<T extends z.ZodType>(form: T, description: string) {
  const field: z.ZodType<unknown, z.input<T>> = z.any().meta({ ...z.toJSONSchema(form), description })
  return field.optional()
}

const text = z.string()
const figure = z.union([z.number(), z.string()])

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
        weight: estimateField(figure, 'Grams, 1 to 1,000,000.'),
        features: estimateField(text, 'Ids of categories of /category.json, joined by commas.'),
        length: estimateField(figure, 'cm, 0.1 to 1,000; the same for width and height.'),
        width: estimateField(figure, 'cm'),
        height: estimateField(figure, 'cm'),
        currency: estimateField(text, "ISO 4217; the rate card's own when it is not said."),
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
