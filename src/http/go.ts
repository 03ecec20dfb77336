import type { FastifyInstance } from 'fastify'
import type { ReadLink } from '#features/product-links/contract.ts'
import { toHintsFragment } from '#features/product-links/hints/hints-in-address.ts'
import type { LinkReader } from '#features/product-links/server/link-reader.ts'
import { paths } from '#shared/paths.ts'

/**
 * The target of every search form, and of the share sheet, which sends its text as `text` or `title` instead of
 * `url`. It only redirects to pages of this site, so it is not an open redirect. `to=qc` jumps to the photos. The
 * hints in the text are passed in the URL's fragment, which is never logged and never sent to another site.
 */
export function serveGo(app: FastifyInstance, linkReader: Pick<LinkReader, 'read'>): void {
  app.get(paths.go(), { schema: { hide: true } }, async (request, reply) => {
    const { text, to } = parseGoQuery(request.raw.url ?? '')
    const link = await linkReader.read(text)
    const fragment = to === 'qc' ? '#qc' : toHintsFragment(link.hints)
    const target = getTarget(link) + (link.ok ? fragment : '')
    return reply.header('cache-control', 'no-store').redirect(target, 303)
  })
}

/** The page that shows the link's item, or what is wrong with the link; both work without JavaScript. */
function getTarget(link: ReadLink): string {
  if (!link.ok) {
    const shortLink = link.shortLink ? `&link=${encodeURIComponent(link.shortLink)}` : ''
    return paths.refusedLink(link.code, link.why) + shortLink
  }
  const host = link.host === undefined ? '' : `?host=${encodeURIComponent(link.host)}`
  return paths.product(link.shopType, link.id) + host
}

/** A link that is typed directly after `url=` is not encoded; its own `?` and `&` are part of it. */
const rawLinkPattern = /^\?(?:url|text)=(https?:\/\/.*)$/i

function parseGoQuery(requestUrl: string): { text: string; to: string | null } {
  const query = requestUrl.slice(requestUrl.indexOf('?'))
  const parameters = new URLSearchParams(query)
  const texts = ['title', 'text', 'url'].map((name) => parameters.get(name)?.trim()).filter(Boolean)
  return { text: rawLinkPattern.exec(query)?.[1] ?? texts.join('\n'), to: parameters.get('to') }
}
