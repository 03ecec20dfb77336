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

/** The encodings that `readCapped` undoes, for the request's Accept-Encoding. */
export const readableEncodings = 'gzip, deflate, br'

type Limits = { maxBytes: number; signal: AbortSignal }

/** Reads a body of at most `maxBytes`, counted on the wire and again after unpacking. Stops at the first byte too many. */
export async function readCapped(response: IncomingMessage, { maxBytes, signal }: Limits): Promise<Buffer> {
  if (Number(response.headers['content-length']) > maxBytes) throw tooLarge()
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const unpack = decoders.get(encoding)
  if (!unpack && encoding !== 'identity') throw new SourceError('bad-type', 'The encoding is unknown.')
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of capped(source, maxBytes)) chunks.push(chunk)
  }
  const wire = (source: AsyncIterable<Buffer>) => capped(source, maxBytes)
  await (unpack
    ? pipeline(response, wire, unpack(), collect, { signal })
    : pipeline(response, collect, { signal }))
  return Buffer.concat(chunks)
}

async function* capped(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge()
    yield chunk
  }
}

function tooLarge(): SourceError {
  return new SourceError('too-large', 'The answer is too large.')
}
