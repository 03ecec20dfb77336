import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures, RequestError } from '#shared/failure.ts'
import { readAddress } from './addresses.ts'
import type { PictureService } from './service.ts'

export type PictureRouteDeps = Pick<PictureService, 'find' | 'isSigned'>
type Params = { signature: string; width: string; file: string }

/** An address stands for one picture at one size for ever, and its bytes may be shown as a picture and nothing else. */
const headers = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

/** Serves `/img/{signature}/{width}/{hash}.webp`; whatever isn't exactly one of our addresses is 404. */
export function servePictures(app: FastifyInstance, { find, isSigned }: PictureRouteDeps): void {
  async function answer(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
    const { signature, width, file } = request.params
    const asked = readAddress(`/img/${signature}/${width}/${file}`)
    const picture =
      asked && isSigned(asked.signature, asked.hash) ? await find(asked.hash, asked.width) : undefined
    if (!picture) throw new RequestError(failures.notFound)
    reply.headers(headers).header('etag', picture.etag)
    if (request.headers['if-none-match']?.includes(picture.etag)) return reply.code(304).send()
    return reply.send(picture.bytes)
  }
  app.get('/img/:signature/:width/:file', { schema: { hide: true } }, answer)
}
