import type { ReadLink } from '#features/product-links/contract.ts'
import { getLinkPath } from '#features/product-links/hints/link-path.ts'
import { readHints } from '#features/product-links/hints/read-hints.ts'
import { parseLink } from '#features/product-links/parse-link.ts'
import { resolveLink } from '#features/product-links/resolve-link.ts'
import type { ApiClient, ApiInput, ApiReply, ApiRoute, Endpoint } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { joinSharedText, sharedPicturesField } from '../../share-target.ts'
import { keepSharedPictures } from '../shared-pictures.ts'

/**
 * Answers what the share sheet sends to the app: reads the text on the device as the link box does, keeps the pictures
 * there, and leads to the item's page. Only a short link is sent to the server, which alone can follow it.
 */
export async function answerShare(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData())
  const link = await readLink(joinSharedText((field) => form.get(field)))
  const pictures = form.getAll(sharedPicturesField).filter((part) => part instanceof File)
  if (link.ok && isOwn(request)) await keepSharedPictures(link, pictures).catch(() => undefined)
  return Response.redirect(new URL(getLinkPath(link), location.origin), 303)
}

async function readLink(text: string): Promise<ReadLink> {
  try {
    return await resolveLink(send, text)
  } catch {
    return { ...parseLink(text), ...readHints(text) } // without a connection
  }
}

/** Another site can send a form too; it must not put pictures on the device. The share sheet names no referrer. */
function isOwn({ referrer }: Request): boolean {
  return !/^https?:/.test(referrer) || new URL(referrer).origin === location.origin
}

/** The two calls for links, which need no login. */
const send: ApiClient = async <E extends Endpoint>(
  route: ApiRoute<E>,
  input: ApiInput<E>,
): Promise<ApiReply<E>> => {
  const [method = 'GET', path = ''] = route.split(' ')
  const { query, body }: { query?: object | undefined; body?: object | undefined } = input
  const search = query ? `?${new URLSearchParams(Object.entries(query))}` : ''
  const content = body
    ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    : undefined
  const response = await fetch(apiBase + path + search, { method, credentials: 'omit', ...content })
  if (!response.ok) throw new Error(`${route} was answered with ${response.status}.`)
  return response.json()
}
