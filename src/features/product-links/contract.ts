import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import { parseErrorCodes, parseErrorDetails } from './parse-error-codes.ts'
import { linksPerRequest, maxListBytes } from './texts-and-limits.ts'

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
/** The item behind a text (§3). */
export type ParsedLink = Readonly<z.output<typeof parsedResult>>
/** Why a text leads to no item, as a code and as a message for the visitor. */
export type ParseError = Readonly<z.output<typeof parseError>>
const text = z.string({ error: 'A text with a link is needed.' })

export const productLinksContract = defineContract({
  parseLink: {
    method: 'GET',
    path: '/links/parse',
    access: 'anyone',
    summary: 'Reads the item link in a text. Returns the item, or the reason why there is none.',
    query: z.object({ text }),
    reply: parsedLink,
  },
  parseLinks: {
    method: 'POST',
    path: '/links/parse',
    access: 'anyone',
    summary: `Reads the item links in up to ${linksPerRequest} texts, each on its own.`,
    body: z.object({ texts: z.array(z.string()).max(linksPerRequest, `At most ${linksPerRequest} texts.`) }),
    bodyLimit: maxListBytes,
    limit: { count: 300, seconds: 300 },
    reply: z.array(z.union([parsedResult, parseError])),
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
