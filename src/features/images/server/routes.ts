import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures, RequestError } from '#shared/failure.ts'
import type { ImageService } from './image-service.ts'
import { parseImageUrl } from './uploads/signed-urls.ts'

export type ImageRouteDeps = Pick<ImageService, 'find' | 'getAudience'>
type ImageRouteParams = { signature: string; width: string; file: string }

/** Headers so that browsers can use the response only as an image. */
const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}
/** A URL always has the same image at the same size, except when a substitute is sent. */
const cacheFinal = 'public, max-age=31536000, immutable'
const cacheTemporary = 'public, max-age=300'
/** An unapproved photo must not be cached by proxies. */
const cachePrivate = 'private, no-store'

/**
 * Serves `/img/{signature}/{width}/{hash}.webp` and `.avif`; a missing AVIF is served as WebP. Any other URL returns
 * 404.
 */
export function serveImages(app: FastifyInstance, { find, getAudience }: ImageRouteDeps): void {
  async function handleImageRequest(
    request: FastifyRequest<{ Params: ImageRouteParams }>,
    reply: FastifyReply,
  ) {
    const { signature, width, file } = request.params
    const imageRequest = parseImageUrl(`/img/${signature}/${width}/${file}`)
    const audience = imageRequest && (await getAudience(imageRequest))
    const picture = audience && (await find(imageRequest))
    if (!picture) throw new RequestError(failures.notFound)
    const { bytes, format, etag, isFinal } = picture
    const isPublic = audience === 'everybody'
    reply.headers({
      ...headers,
      'cache-control': isPublic ? (isFinal ? cacheFinal : cacheTemporary) : cachePrivate,
      etag,
    })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type(`image/${format}`).send(bytes)
  }
  app.get('/img/:signature/:width/:file', { schema: { hide: true } }, handleImageRequest)
}
