import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { SourceError } from './source-error.ts'

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** The encodings that `readLimited` decodes, for the request's Accept-Encoding. */
export const readableEncodings = 'gzip, deflate, br'

export type BodyLimits = {
  /** Of the body, both compressed and decompressed. */
  maxBytes: number
  /** Checks the first bytes of a body (16, or all of a shorter one). When it returns false, nothing more is read. */
  isValidStart?: ((start: Buffer) => boolean) | undefined
  signal: AbortSignal
}
const startBytes = 16

/**
 * Reads a body of at most `maxBytes`, counted on the wire and again after decompression. Stops at the first
 * byte beyond, and at a start that `isValidStart` rejects.
 */
export async function readLimited(response: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  if (Number(response.headers['content-length']) > limits.maxBytes) throw createTooLargeError()
  const chunks: Buffer[] = []
  await readInto(chunks, response, limits)
  return Buffer.concat(chunks)
}

/** Reads the first `maxBytes` of a body and discards the rest. */
export async function readPrefix(response: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  await readInto(chunks, response, limits).catch((error: unknown) => {
    if (!(error instanceof SourceError && error.kind === 'too-large')) throw error
  })
  return Buffer.concat(chunks)
}

async function readInto(chunks: Buffer[], response: IncomingMessage, limits: BodyLimits) {
  const { maxBytes, isValidStart, signal } = limits
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decode = decoders.get(encoding)
  if (!decode && encoding !== 'identity') throw new SourceError('bad-type', 'The encoding is unknown.')
  const collect = async (source: AsyncIterable<Buffer>) => {
    const checkedSource = isValidStart ? checkStart(source, isValidStart) : source
    for await (const chunk of limitBytes(checkedSource, maxBytes)) chunks.push(chunk)
  }
  const limitCompressed = (source: AsyncIterable<Buffer>) => limitBytes(source, maxBytes)
  await (decode
    ? pipeline(response, limitCompressed, decode(), collect, { signal })
    : pipeline(response, collect, { signal }))
}

/** Yields the bytes that fit, then throws. */
async function* limitBytes(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    const remainingBytes = maxBytes - bytes
    bytes += chunk.length
    if (bytes > maxBytes) {
      yield chunk.subarray(0, remainingBytes)
      throw createTooLargeError()
    }
    yield chunk
  }
}

/** Throws as soon as the first bytes of a body are wrong. */
async function* checkStart(
  source: AsyncIterable<Buffer>,
  isValidStart: (start: Buffer) => boolean,
): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0)
  for await (const chunk of source) {
    if (start.length < startBytes) {
      start = Buffer.concat([start, chunk.subarray(0, startBytes)])
      if (start.length >= startBytes && !isValidStart(start))
        throw new SourceError('bad-body', 'The response has the wrong first bytes.')
    }
    yield chunk
  }
}

function createTooLargeError(): SourceError {
  return new SourceError('too-large', 'The response is too large.')
}
