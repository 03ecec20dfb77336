import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { pipeline as pipelined } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { siteName } from '#shared/site.ts'

/** A file in an archive, with its expected size and hash. */
export type ArchivePart = { name: string; size: number; sha256: string }
export type PartToWrite = ArchivePart & { open: () => AsyncIterable<Uint8Array> }
export type PartRead = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }

const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const digestBytes = 32
/**
 * The header of a frame that zstd decoders skip (RFC 8878, 3.1.2). The frame contains the SHA-256 of all bytes
 * before it.
 */
const sealHead = Buffer.from([0x5c, 0x2a, 0x4d, 0x18, digestBytes, 0, 0, 0])
const sealBytes = sealHead.length + digestBytes

/**
 * Writes a tar of the parts, compressed by zstd and sealed with a checksum, to a new file for its owner only,
 * which is synced to disk when this ends. Throws when a part does not match its size and hash. `assertRoom`
 * throws when the disk has no room for that many bytes.
 */
export async function writeArchive(
  file: string,
  parts: Iterable<PartToWrite>,
  assertRoom: (bytes: number) => Promise<void> = async () => {},
): Promise<void> {
  // Opened before anything can fail: a stream that is aborted while it opens would still create its file.
  await using handle = await open(file, 'wx', 0o600)
  const { readable, controller } = createTarPacker()
  const writeParts = async () => {
    for (const part of parts) {
      const writer = controller.add({ name: part.name, size: part.size, mode: 0o600 }).getWriter()
      for await (const chunk of verifyBytes(part, part.open())) {
        await assertRoom(chunk.length)
        await writer.write(new Uint8Array(chunk))
      }
      await writer.close()
    }
    controller.finalize()
  }
  const written = pipelined(
    () => readChunks(readable),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    appendSeal,
    handle.createWriteStream({ flush: true }),
  )
  const packed = writeParts().catch((error) => {
    controller.error(error)
    throw error
  })
  const [writeResult, packResult] = await Promise.allSettled([written, packed])
  if (writeResult.status === 'rejected') throw writeResult.reason
  if (packResult.status === 'rejected') throw packResult.reason
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
  let remaining = part.size
  for await (const chunk of bytes) {
    remaining -= chunk.length
    if (remaining < 0) break
    sum.update(chunk)
    yield chunk
  }
  if (remaining !== 0 || sum.digest('hex') !== part.sha256)
    throw new Error(`${part.name} has changed: its size or checksum is wrong.`)
}

/** Throws an Error with one sentence unless the file is complete and unchanged. */
export async function assertSealed(file: string): Promise<void> {
  const { size, digest } = await readSeal(file)
  const sum = createHash('sha256')
  for await (const chunk of readPackedBytes(file, size)) sum.update(chunk)
  if (!sum.digest().equals(digest)) throw new Error(`${file} was changed or damaged after it was created.`)
}

/** The size of an archive and the SHA-256 at its end. Throws an Error with one sentence when it has none. */
export async function readSeal(file: string): Promise<{ size: number; digest: Buffer }> {
  const isFile = await stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (!isFile) throw new Error(`There is no file ${file}.`)
  await using handle = await open(file)
  const { size } = await handle.stat()
  const readAt = async (position: number, length: number) =>
    (await handle.read(Buffer.alloc(length), 0, length, Math.max(0, position))).buffer
  if (!magic.equals(await readAt(0, magic.length))) throw new Error(`${file} is not a backup of ${siteName}.`)
  const seal = await readAt(size - sealBytes, sealBytes)
  if (size < magic.length + sealBytes || !seal.subarray(0, sealHead.length).equals(sealHead))
    throw new Error(`${file} is an incomplete backup of ${siteName}: its end is missing.`)
  return { size, digest: seal.subarray(sealHead.length) }
}

/** How many more bytes an archive may unpack to. Reading the manifest adds the sizes that it lists. */
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
    if (header.type !== 'file') throw new Error(`${header.name} is not a regular file.`)
    yield { name: header.name, size: header.size, bytes: readChunks(body) }
  }
}

/** Writes all chunks. Errors are passed to the reader of the stream. */
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

/** Reads a web stream manually, because the types of Node's and of browsers' web streams are incompatible. */
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
    if (allowance.bytes < 0) throw new Error('It unpacks to more bytes than its manifest allows.')
    yield chunk
  }
}
