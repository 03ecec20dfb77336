import { once } from 'node:events'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures, isRequestError, RequestError, wrongField } from '#shared/failure.ts'

export const uploadSizes = {
  fileBytes: 5 * 1024 * 1024,
  dataBytes: 16 * 1024,
  headerBytes: 2 * 1024,
  parts: 3,
  /** Of what is too large so much is still read and thrown away, so that its sender gets to hear the answer. */
  readBytes: 12 * 1024 * 1024,
  /** Files that may be in memory at once, and calls that wait for it with their bodies unread. */
  heldAtOnce: 4,
  waiting: 60,
} as const

const noFile = 'Please provide an image'
const limits = {
  fileSize: uploadSizes.fileBytes,
  files: 1,
  fieldSize: uploadSizes.dataBytes,
  parts: uploadSizes.parts,
  headerPairs: 10,
  headerSize: uploadSizes.headerBytes,
}
/** Whatever is called `data` is the JSON, also where it comes as a file. */
const isPartAFile = (name?: string, _type?: string, fileName?: string) =>
  name === 'file' || (name !== 'data' && fileName !== undefined)

type Form = { data: unknown; file: Uint8Array | undefined }
type ParseJson = (request: FastifyRequest, text: string) => Promise<unknown>

/**
 * Makes every call of this scope take one file beside a field `data` with the body as JSON, as multipart/form-data and
 * nothing else. Nothing of it is read before access was checked, and never more than a few files at once.
 */
export async function takeMultipartAlone(scope: FastifyInstance): Promise<void> {
  const parseJson = jsonParserOf(scope)
  const turns = bulkhead(uploadSizes.heldAtOnce, uploadSizes.waiting)
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits, isPartAFile, throwFileSizeLimit: false })
  scope.decorateRequest('upload', undefined)
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) throw new RequestError(failures.mediaType)
    if (isHopeless(request)) throw new RequestError(failures.tooLarge)
    await turn(turns, reply)
    const { data, file } = await readForm(request, parseJson)
    request.body = data
    request.upload = file
  })
  scope.addHook('onError', async (request, reply) => {
    if (!request.raw.complete && (request.isMultipart() || isHopeless(request)))
      reply.header('connection', 'close')
  })
}

/** Refuses a call that comes without the file it needs; asked when the rest of it is known to be right. */
export function requireFile({ upload }: FastifyRequest): void {
  if (upload) return
  throw wrongField('file', noFile)
}

/** Refuses keys that reach for prototypes, as everywhere. */
function jsonParserOf(scope: FastifyInstance): ParseJson {
  const parse = scope.getDefaultJsonParser('error', 'error')
  return (request, text) =>
    new Promise((resolve, reject) => {
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
}

function isHopeless({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > uploadSizes.readBytes
}

/** Waits until there is room for one more file, which it keeps until the call is over. */
function turn(turns: BulkheadPolicy, { raw }: FastifyReply): Promise<void> {
  return new Promise((resolve, reject) => {
    const keepRoom = async () => {
      if (raw.closed) throw new RequestError(failures.input) // who asked has gone meanwhile
      resolve()
      await once(raw, 'close')
    }
    turns.execute(keepRoom).catch((error: unknown) => {
      const isFull = error instanceof BulkheadRejectedError
      reject(isFull ? new RequestError({ ...failures.busy, retryAfter: 2 }) : error)
    })
  })
}

async function readForm(request: FastifyRequest, parseJson: ParseJson): Promise<Form> {
  const { raw } = request
  try {
    // In this order, because the first who listens makes the bytes flow.
    const reading = readParts(request, parseJson)
    return await Promise.race([reading, refuseBeyond(raw, uploadSizes.readBytes)])
  } catch (error) {
    raw.unpipe()
    throw isRequestError(error) ? error : new RequestError(failures.input)
  }
}

async function readParts(request: FastifyRequest, parseJson: ParseJson): Promise<Form> {
  const texts: unknown[] = []
  let file: Uint8Array | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw new RequestError(failures.input)
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw new RequestError(failures.tooLarge)
      // A form whose field was left empty sends a file without name and bytes.
      file = bytes.length === 0 && part.filename === '' ? undefined : bytes
    } else if (part.fieldname === 'data') {
      if (part.valueTruncated) throw new RequestError(failures.tooLarge)
      texts.push(part.value)
    }
  }
  if (texts.length > 1) throw new RequestError(failures.input)
  const [data = {}] = texts
  return { data: typeof data === 'string' ? await parseJson(request, data) : data, file }
}

/** Never settles but by refusing. */
function refuseBeyond(body: Readable, most: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    let seen = 0
    body.on('data', (chunk: Uint8Array) => {
      seen += chunk.length
      if (seen > most) reject(new RequestError(failures.tooLarge))
    })
  })
}
