import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { pipeline as pipelined } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { siteName } from '#shared/site.ts'

/** A file of an archive, with its expected size and hash. */
export type ArchivePart = { name: string; size: number; sha256: string }
export type PartToWrite = ArchivePart & { open: () => AsyncIterable<Uint8Array> }
export type PartRead = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }

const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const digestBytes = 32
/**
 * The head of a frame that readers of zstd skip (RFC 8878, 3.1.2); it holds the SHA-256 of all bytes before
 * it.
 */
const sealHead = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0])
const sealBytes = sealHead.length + digestBytes

/**
 * Writes a tar of the parts, compressed by zstd and sealed with a checksum, to a new file for its owner only,
 * which is synced to disk when this ends. Throws when a part does not match its size and hash. `mayWrite`
 * throws when there is no room for so many bytes.
 */
export async function writeArchive(
  file: string,
  parts: Iterable<PartToWrite>,
  mayWrite: (bytes: number) => Promise<void> = async () => {},
): Promise<void> {
  // Opened before anything can fail: a stream that is aborted while it opens creates its file afterwards.
  await using handle = await open(file, 'wx', 0o600)
  const { readable, controller } = createTarPacker()
  const writeParts = async () => {
    for (const part of parts) {
      const writer = controller.add({ name: part.name, size: part.size, mode: 0o600 }).getWriter()
      for await (const chunk of verifyBytes(part, part.open())) {
        await mayWrite(chunk.length)
        await writer.write(new Uint8Array(chunk))
      }
      await writer.close()
    }
    controller.finalize()
  }
  const packed = pipelined(
    () => readChunks(readable),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    appendSeal,
    handle.createWriteStream({ flush: true }),
  )
  const filled = writeParts().catch((error) => {
    controller.error(error)
    throw error
  })
  const [cause, result] = await Promise.allSettled([packed, filled])
  if (cause.status === 'rejected') throw cause.reason
  if (result.status === 'rejected') throw result.reason
}

async function* appendSeal(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for await (const chunk of chunks) {
    sum.update(chunk)
    yield chunk
  }
  yield Buffer.concat([sealHead, sum.digest()])
}

/** Yields the bytes, and throws at their end, or before, unless they match the part's size and hash. */
export async function* verifyBytes(
  part: ArchivePart,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256')
  let left = part.size
  for await (const chunk of bytes) {
    left -= chunk.length
    if (left < 0) break
    sum.update(chunk)
    yield chunk
  }
  if (left !== 0 || sum.digest('hex') !== part.sha256) throw new Error(`${part.name} is not what it was.`)
}

/** Throws an Error with one sentence unless the file is complete and unchanged. */
export async function assertSealed(file: string): Promise<void> {
  const { size, digest } = await readSeal(file)
  const sum = createHash('sha256')
  for await (const chunk of readPackedBytes(file, size)) sum.update(chunk)
  if (!sum.digest().equals(digest)) throw new Error(`${file} was changed or damaged after it had been made.`)
}

/** The size of an archive and the SHA-256 at its end. Throws an Error with one sentence when it has none. */
export async function readSeal(file: string): Promise<{ size: number; digest: Buffer }> {
  const isFile = await stat(file).then(
    (facts) => facts.isFile(),
    () => false,
  )
  if (!isFile) throw new Error(`There is no file ${file}.`)
  await using handle = await open(file)
  const { size } = await handle.stat()
  const bytesAt = async (position: number, length: number) =>
    (await handle.read(Buffer.alloc(length), 0, length, Math.max(0, position))).buffer
  if (!magic.equals(await bytesAt(0, magic.length))) throw new Error(`${file} is no backup of ${siteName}.`)
  const seal = await bytesAt(size - sealBytes, sealBytes)
  if (size < magic.length + sealBytes || !seal.subarray(0, sealHead.length).equals(sealHead))
    throw new Error(`${file} is no whole backup of ${siteName}: its end is missing.`)
  return { size, digest: seal.subarray(sealHead.length) }
}

/** How many more bytes an archive may unpack to; reading the manifest adds what that names. */
export type UnpackAllowance = { bytes: number }

/**
 * The parts of an archive in order, each to be read before the next. Throws when it unpacks to more than
 * allowed.
 */
export async function* readArchive(file: string, allowance: UnpackAllowance): AsyncGenerator<PartRead> {
  const { size } = await stat(file)
  const unpacked = pipeline(readPackedBytes(file, size), createZstdDecompress(), () => {})
  const { readable, writable } = createTarDecoder({ strict: true })
  void pumpChunks(writable, limitBytes(unpacked, allowance))
  for await (const { header, body } of readChunks(readable)) {
    if (header.type !== 'file') throw new Error(`${header.name} is no plain file.`)
    yield { name: header.name, size: header.size, bytes: readChunks(body) }
  }
}

/** Errors are thrown to the reader at the other end. */
async function pumpChunks(
  writable: WritableStream<Uint8Array>,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const writer = writable.getWriter()
  try {
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
  }
}

/** By hand, because the types of Node's web streams and of browsers' are incompatible. */
async function* readChunks<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

function readPackedBytes(file: string, size: number) {
  return createReadStream(file, { end: size - sealBytes - 1, highWaterMark: 1024 * 1024 })
}

async function* limitBytes(
  chunks: AsyncIterable<Buffer>,
  allowance: UnpackAllowance,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    allowance.bytes -= chunk.length
    if (allowance.bytes < 0) throw new Error('It unpacks to more than it may hold.')
    yield chunk
  }
}
