import { once } from 'node:events'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createFieldError, failures, isRequestError, type Problem, RequestError } from '#shared/failure.ts'
import { getNetwork } from '#shared/server/access/rate-limits.ts'
import { createFairQueue, NoSlotError, type NoSlotReason } from './fair-queue.ts'

/** Sizes are bytes, times ms. */
export const uploadSizes = {
  fileBytes: 5 * 1024 * 1024,
  dataBytes: 16 * 1024,
  headerBytes: 2 * 1024,
  parts: 3,
  /** A body that is too large is read and discarded up to this size, so that its sender can receive the response. */
  readBytes: 12 * 1024 * 1024,
  /**
   * Files in memory at the same time, 40 MB at most; per account as many as a browser sends in parallel.
   */
  maxSlots: 8,
  maxSlotsPerRequester: 2,
  /** Calls that wait for a slot, with unread bodies; per account as many as a submission may have photos. */
  maxWaiting: 120,
  maxWaitingPerRequester: 12,
  /**
   * The number of bytes that must arrive in each interval on average. A phone at 1 Mbit/s sends 25 times as much.
   */
  paceBytes: 25 * 1024,
  paceMs: 5_000,
} as const
type UploadSizes = { [name in keyof typeof uploadSizes]: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** The file that came with the call. */
    upload: Uint8Array | undefined
    /** The text fields that came with a form whose files are discarded, by name. */
    textFields: ReadonlyMap<string, string>
  }
}

const missingFileMessage = 'Please provide an image'
const multipartLimits = {
  fileSize: uploadSizes.fileBytes,
  files: 1,
  fieldSize: uploadSizes.dataBytes,
  parts: uploadSizes.parts,
  headerPairs: 10,
  headerSize: uploadSizes.headerBytes,
}
/** The part `data` is the JSON, even if it is sent as a file. */
const isPartAFile = (name?: string, _type?: string, fileName?: string) =>
  name === 'file' || (name !== 'data' && fileName !== undefined)

type MultipartForm = { data: unknown; file: Uint8Array | undefined }
type ParseJson = (request: FastifyRequest, text: string) => Promise<unknown>

/**
 * Makes every call of this scope accept multipart/form-data only: one file beside a field `data` with the
 * body as JSON. Parts are read only after the access check, and only a few files at the same time.
 */
export async function acceptOnlyMultipart(
  scope: FastifyInstance,
  sizes: UploadSizes = uploadSizes,
): Promise<void> {
  const parseJson = createJsonParser(scope)
  const queue = createFairQueue(sizes)
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { limits: multipartLimits, isPartAFile, throwFileSizeLimit: false })
  scope.decorateRequest('upload', undefined)
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) throw new RequestError(failures.mediaType)
    if (isTooLarge(request)) throw new RequestError(failures.tooLarge)
    const { session, ip } = request
    const requester = session?.userId ?? getNetwork(ip)
    await queue.take(() => [requester], once(reply.raw, 'close')).catch(throwQueueError)
    const { data, file } = await readForm(request, parseJson, sizes)
    request.body = data
    request.upload = file
  })
  closeIncompleteRequests(scope)
}

/** More parts than a share sheet sends. */
const textFormLimits = {
  fileSize: 1,
  files: 50,
  fields: 10,
  fieldSize: uploadSizes.dataBytes,
  headerPairs: 10,
  headerSize: uploadSizes.headerBytes,
}

/**
 * Makes every call of this scope accept multipart/form-data only, of which it keeps the named texts in `textFields`: of
 * each name the first. Files are discarded unread, and what follows the texts is not awaited beyond `readBytes`.
 */
export async function acceptTextFields(
  scope: FastifyInstance,
  names: readonly string[],
  sizes: UploadSizes = uploadSizes,
): Promise<void> {
  scope.removeAllContentTypeParsers()
  const isFile = (_name?: string, _type?: string, fileName?: string) => fileName !== undefined
  await scope.register(multipart, { limits: textFormLimits, isPartAFile: isFile, throwFileSizeLimit: false })
  scope.decorateRequest('textFields')
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) throw new RequestError(failures.mediaType)
    request.textFields = await readTextFields(request, names, sizes)
    if (!request.raw.complete) reply.header('connection', 'close')
  })
  closeIncompleteRequests(scope)
}

async function readTextFields(
  request: FastifyRequest,
  names: readonly string[],
  sizes: UploadSizes,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  let hasFiles = false
  async function readParts(): Promise<void> {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        hasFiles = true
        part.file.resume()
      } else if (names.includes(part.fieldname) && typeof part.value === 'string') {
        if (part.valueTruncated) throw new RequestError(failures.tooLarge)
        if (!texts.has(part.fieldname)) texts.set(part.fieldname, part.value)
      }
    }
  }
  const reading = readParts()
  const { violation, end } = watchBodyPace(request.raw, sizes)
  // Browsers send the texts first. Pictures that are too large for us are no reason to lose them.
  const cut = violation.catch((error: unknown) => {
    if (!hasFiles || !isRequestError(error) || error.status !== failures.tooLarge.status) throw error
  })
  try {
    await Promise.race([reading, cut])
    return texts
  } catch (error) {
    throw isRequestError(error) ? error : new RequestError(failures.input)
  } finally {
    end()
    reading.catch(() => undefined)
    if (!request.raw.complete) request.raw.unpipe()
  }
}

/** A client that is still sending when it was refused would otherwise keep its connection. */
function closeIncompleteRequests(scope: FastifyInstance): void {
  scope.addHook('onError', async (request, reply) => {
    if (!request.raw.complete && (request.isMultipart() || isTooLarge(request)))
      reply.header('connection', 'close')
  })
}

/** Retry-After in seconds for a call that got no slot in the queue. */
const retryAfter = 2
const queueProblems: Record<NoSlotReason, Problem> = {
  'requester-full': { ...failures.tooMany, retryAfter },
  'queue-full': { ...failures.busy, retryAfter },
  timeout: { ...failures.busy, retryAfter },
  disconnected: failures.input, // no client receives it
}

function throwQueueError(error: unknown): never {
  throw error instanceof NoSlotError ? new RequestError(queueProblems[error.reason]) : error
}

/** Rejects a call without the file it needs; checked last, when the rest of the input is valid. */
export function assertFile({ upload }: FastifyRequest): void {
  if (upload) return
  throw createFieldError('file', missingFileMessage)
}

/** Rejects keys such as `__proto__`, which could change prototypes. */
function createJsonParser(scope: FastifyInstance): ParseJson {
  const parse = scope.getDefaultJsonParser('error', 'error')
  return (request, text) =>
    new Promise((resolve, reject) => {
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
}

function isTooLarge({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > uploadSizes.readBytes
}

async function readForm(
  request: FastifyRequest,
  parseJson: ParseJson,
  sizes: UploadSizes,
): Promise<MultipartForm> {
  const { raw } = request
  // In this order, because the first listener starts the stream.
  const reading = readParts(request, parseJson)
  const watch = watchBodyPace(raw, sizes)
  try {
    return await Promise.race([reading, watch.violation])
  } catch (error) {
    raw.unpipe()
    throw isRequestError(error) ? error : new RequestError(failures.input)
  } finally {
    watch.end()
  }
}

async function readParts(request: FastifyRequest, parseJson: ParseJson): Promise<MultipartForm> {
  const texts: unknown[] = []
  let file: Uint8Array | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw new RequestError(failures.input)
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw new RequestError(failures.tooLarge)
      // A form whose file field is empty sends a file without name and bytes.
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

/** `violation` never resolves. It rejects when the body is too large, or slower than the minimum rate. */
function watchBodyPace(body: Readable, { readBytes, paceBytes, paceMs }: UploadSizes) {
  const { promise: violation, reject } = Promise.withResolvers<never>()
  let receivedBytes = 0
  let requiredBytes = 0
  body.on('data', (chunk: Uint8Array) => {
    receivedBytes += chunk.length
    if (receivedBytes > readBytes) reject(new RequestError(failures.tooLarge))
  })
  const timer = setInterval(() => {
    requiredBytes += paceBytes
    if (receivedBytes < requiredBytes) reject(new RequestError(failures.tooSlow))
  }, paceMs)
  return { violation, end: () => clearInterval(timer) }
}
