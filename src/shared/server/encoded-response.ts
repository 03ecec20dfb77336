import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
/** Brotli with quality 5 takes about a millisecond, and its result is only a few percent larger than with 11. */
const encoders = {
  br: (bytes: Buffer): Promise<Buffer> =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/** A response's bytes and headers; `br` and `gzip` exist once it was compressed. */
export type EncodedResponse = {
  status: number
  /** The hash of the uncompressed bytes. Each encoding has its own strong ETag, which is made from it. */
  hash: string
  headers: Record<string, string>
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' }
const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=30',
  vary: 'Authorization, Accept-Encoding',
}

/** A rendered page. Browsers revalidate each time, which costs a 304 without a body. */
export function encodePage(
  status: number,
  html: string,
  headers: Record<string, string> = {},
): EncodedResponse {
  const cacheControl = status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store'
  return encodeText(status, html, { ...htmlHeaders, 'cache-control': cacheControl, ...headers })
}

export function encodeRedirect(status: number, location: string): EncodedResponse {
  return encodeText(status, '', {
    location,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  })
}

/** A script that browsers ask for again before each use. */
export function encodeScript(text: string, headers: Record<string, string> = {}): EncodedResponse {
  const type = 'text/javascript; charset=utf-8'
  const base = { 'content-type': type, 'cache-control': 'no-cache', vary: 'Accept-Encoding' }
  return encodeText(200, text, { ...base, ...headers })
}

/** A public response of the API. */
export function encodeJson(json: string, headers: Record<string, string> = {}): EncodedResponse {
  return encodeText(200, json, { ...jsonHeaders, ...headers })
}

function encodeText(status: number, text: string, headers: Record<string, string>): EncodedResponse {
  const identity = Buffer.from(text)
  return { status, headers, identity, hash: createHash('sha1').update(identity).digest('base64url') }
}

const minCompressBytes = 1024

/**
 * Compresses a response that will be requested again, in the thread pool. Afterwards its memory is exactly the
 * bytes that `countBytes` counts.
 */
export async function compressResponse(response: EncodedResponse): Promise<EncodedResponse> {
  const identity = copyBytes(response.identity)
  if (identity.length < minCompressBytes) return { ...response, identity }
  const [br, gzip] = await Promise.all([encoders.br(identity), encoders.gzip(identity)])
  return { ...response, identity, br: copyBytes(br), gzip: copyBytes(gzip) }
}

/**
 * Copies bytes out of the 64 KB blocks from which Node cuts small buffers: a reference to a few bytes would retain
 * the whole block.
 */
function copyBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Compresses a response that is sent once, in the one encoding that its client accepts. */
export async function compressOnce(
  response: EncodedResponse,
  acceptEncoding: string | undefined,
): Promise<EncodedResponse> {
  const encoding = chooseEncoding(acceptEncoding, encoders)
  if (!encoding || response.identity.length < minCompressBytes) return response
  return { ...response, [encoding]: await encoders[encoding](response.identity) }
}

export function countBytes({ identity, br, gzip }: EncodedResponse): number {
  return identity.length + (br?.length ?? 0) + (gzip?.length ?? 0)
}

/** Sends the best encoding the client accepts, or 304 when it has that already. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  response: EncodedResponse,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], response)
  const etag = `"${response.hash}${encoding ? `-${encoding}` : ''}"`
  reply.code(response.status).headers(response.headers)
  if (response.status === 200) {
    reply.header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(response[encoding ?? 'identity'])
}

const acceptPatterns = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

/** Any value for an encoding that exists. */
type AvailableEncodings = { br?: unknown; gzip?: unknown }

export function chooseEncoding(
  header: string | undefined,
  available: AvailableEncodings,
): 'br' | 'gzip' | undefined {
  if (!header) return undefined
  if (available.br && acceptPatterns.br.test(header)) return 'br'
  return available.gzip && acceptPatterns.gzip.test(header) ? 'gzip' : undefined
}
