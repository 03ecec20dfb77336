import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures, RequestError } from '#shared/failure.ts'
import type { ImageService } from './image-service.ts'
import { parseImageUrl } from './signed-urls.ts'

export type PictureRouteDeps = Pick<ImageService, 'find' | 'audienceOf'>
type Params = { signature: string; width: string; file: string }

/** The response can only be displayed as an image. */
const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}
/** A URL means one image at one size for ever, unless a substitute had to be sent. */
const forEver = 'public, max-age=31536000, immutable'
const forNow = 'public, max-age=300'
/** An unapproved photo must not be cached by proxies. */
const forHolder = 'private, no-store'

/**
 * Serves `/img/{signature}/{width}/{hash}.webp` and `.avif`, the latter as WebP while there is no AVIF; any
 * other URL is 404.
 */
export function servePictures(app: FastifyInstance, { find, audienceOf }: PictureRouteDeps): void {
  async function answer(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
    const { signature, width, file } = request.params
    const asked = parseImageUrl(`/img/${signature}/${width}/${file}`)
    const audience = asked && (await audienceOf(asked))
    const picture = audience && (await find(asked))
    if (!picture) throw new RequestError(failures.notFound)
    const { bytes, format, etag, isFinal } = picture
    const isKept = audience === 'everybody'
    reply.headers({ ...headers, 'cache-control': isKept ? (isFinal ? forEver : forNow) : forHolder, etag })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type(`image/${format}`).send(bytes)
  }
  app.get('/img/:signature/:width/:file', { schema: { hide: true } }, answer)
}
