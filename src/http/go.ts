import type { FastifyInstance } from 'fastify'
import type { ParsedLink, ParseError } from '#features/product-links/contract.ts'
import type { LinkTexts } from '#features/product-links/server/link-texts.ts'
import { paths } from '#shared/paths.ts'

/**
 * Target of every search form and of the share sheet, which sends its text as `text` or `title` instead of
 * `url`: it only ever redirects to a page of ours, so it is no open redirect. `to=qc` asks for the photos.
 */
export function serveGo(app: FastifyInstance, linkTexts: Pick<LinkTexts, 'read'>): void {
  app.get(paths.go(), { schema: { hide: true } }, async (request, reply) => {
    const { text, to } = parseGoQuery(request.raw.url ?? '')
    const link = await linkTexts.read(text)
    const anchor = link.ok && to === 'qc' ? '#qc' : ''
    return reply.header('cache-control', 'no-store').redirect(getTarget(link) + anchor, 303)
  })
}

/** A page of ours that says, without script too, whose link it was or what is wrong with it. */
function getTarget(link: ParsedLink | ParseError): string {
  if (!link.ok) {
    const shortLink = link.shortLink ? `&link=${encodeURIComponent(link.shortLink)}` : ''
    return paths.refusedLink(link.code, link.why) + shortLink
  }
  const host = link.host === undefined ? '' : `?host=${encodeURIComponent(link.host)}`
  return paths.product(link.shopType, link.id) + host
}

/** A link typed directly after `url=` is not encoded, and its own `?` and `&` belong to it. */
const rawLinkPattern = /^\?(?:url|text)=(https?:\/\/.*)$/i

function parseGoQuery(address: string): { text: string; to: string | null } {
  const query = address.slice(address.indexOf('?'))
  const given = new URLSearchParams(query)
  const text = ['url', 'text', 'title'].map((name) => given.get(name)).find(Boolean) ?? ''
  return { text: rawLinkPattern.exec(query)?.[1] ?? text, to: given.get('to') }
}
