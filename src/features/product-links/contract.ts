import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { hintCurrencies } from '#shared/items/link-hints.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { parseErrorCodes, parseErrorDetails } from './parse-error-codes.ts'
import { linksPerRequest, maxListBytes } from './texts-and-limits.ts'

const linkHints = z.object({
  title: z.string().nullable(),
  price: z.number().nullable(),
  priceTo: z.number().nullable(),
  currency: z.enum(hintCurrencies).nullable(),
  skuId: z.string().nullable(),
})
const textFacts = {
  /** The number of distinct items in the text; of distinct short links when no item is named. */
  items: z.number().int(),
  hints: linkHints,
}

const parsedLink = z.object({
  shopType: z.enum(shopTypes),
  id: z.string(),
  /** The agent whose link it was; null for a marketplace's link. */
  agent: z.string().nullable(),
  /** The link's host when it is unknown. No request is sent to it. */
  host: z.string().optional(),
  canonicalUrl: z.string(),
})
const parsedResult = parsedLink.extend({ ok: z.literal(true) })
const parseError = z.object({
  ok: z.literal(false),
  code: z.enum(parseErrorCodes),
  reason: z.string(),
  /** The detail of the code. */
  why: z.enum(parseErrorDetails).optional(),
  /** The short link, when opening it in a browser may help. */
  shortLink: z.string().optional(),
})
const textFactsSchema = z.object(textFacts)
/** What a text says about its item, and how many it names. */
export type TextFacts = Readonly<z.output<typeof textFactsSchema>>
/** The item behind a text (§3). */
export type ParsedLink = Readonly<z.output<typeof parsedResult>>
/** Why a text leads to no item, as a code and as a message for the visitor. */
export type ParseError = Readonly<z.output<typeof parseError>>
/** The result of a text with what else the text says. */
export type ReadLink = (ParsedLink | ParseError) & TextFacts
const text = z.string({ error: 'A text with a link is needed.' })

export const productLinksContract = defineContract({
  parseLink: {
    method: 'GET',
    path: '/links/parse',
    access: 'anyone',
    summary:
      'Reads the item link in a text. Returns the item, or the reason why there is none, with the title, price and variant that the text names.',
    query: z.object({ text }),
    reply: parsedLink.extend(textFacts),
  },
  parseLinks: {
    method: 'POST',
    path: '/links/parse',
    access: 'anyone',
    summary: `Reads the item links in up to ${linksPerRequest} texts, each on its own.`,
    body: z.object({ texts: z.array(z.string()).max(linksPerRequest, `At most ${linksPerRequest} texts.`) }),
    bodyLimit: maxListBytes,
    limit: { count: 300, seconds: 300 },
    reply: z.array(z.union([parsedResult.extend(textFacts), parseError.extend(textFacts)])),
  },
  convertLink: {
    method: 'GET',
    path: '/links/convert',
    access: 'anyone',
    summary:
      "Returns the item's link on every active agent. Null means that the agent does not buy from that marketplace.",
    query: z.object({ text }),
    reply: parsedLink.extend({
      links: z.array(z.object({ agent: z.string(), img: z.string(), url: z.string().nullable() })),
    }),
  },
})
export type ProductLinksContract = typeof productLinksContract
