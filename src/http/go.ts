import type { FastifyInstance } from 'fastify'
import { joinSharedText, sharedTextFields } from '#features/installed-app/share-target.ts'
import { getLinkPath } from '#features/product-links/hints/link-path.ts'
import type { LinkReader } from '#features/product-links/server/link-reader.ts'
import { paths } from '#shared/paths.ts'
import { acceptTextFields } from '#shared/server/multipart.ts'
import { rejectOtherMethods } from '#shared/server/register-routes.ts'

/**
 * The target of every search form, and of the share sheet, which sends its text as `text` or `title` instead of
 * `url`. It only redirects to pages of this site, so it is not an open redirect. `to=qc` jumps to the photos. The
 * hints in the text are passed in the URL's fragment, which is never logged and never sent to another site.
 *
 * POST takes the form that the share sheet sends to the installed app (§ manifest). Usually the app's worker answers
 * it on the device; here its pictures are discarded unread. It changes nothing, so it may come from anywhere.
 */
export function serveGo(app: FastifyInstance, linkReader: Pick<LinkReader, 'read'>): void {
  app.get(paths.go(), { schema: { hide: true } }, async (request, reply) => {
    const { text, to } = parseGoQuery(request.raw.url ?? '')
    const target = getLinkPath(await linkReader.read(text), to)
    return reply.header('cache-control', 'no-store').redirect(target, 303)
  })
  app.register(async (scope) => {
    await acceptTextFields(scope, sharedTextFields)
    scope.post(paths.go(), { schema: { hide: true } }, async ({ textFields }, reply) => {
      const link = await linkReader.read(joinSharedText((field) => textFields.get(field)))
      return reply.header('cache-control', 'no-store').redirect(getLinkPath(link), 303)
    })
  })
  rejectOtherMethods(app, paths.go(), ['GET', 'POST'])
}

/** A link that is typed directly after `url=` is not encoded; its own `?` and `&` are part of it. */
const rawLinkPattern = /^\?(?:url|text)=(https?:\/\/.*)$/i

function parseGoQuery(requestUrl: string): { text: string; to: string | null } {
  const query = requestUrl.slice(requestUrl.indexOf('?'))
  const parameters = new URLSearchParams(query)
  const text = rawLinkPattern.exec(query)?.[1] ?? joinSharedText((field) => parameters.get(field))
  return { text, to: parameters.get('to') }
}
