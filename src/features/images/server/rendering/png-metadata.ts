/** The types of text chunks, compressed or not; pixels do not depend on them. */
const textChunkTypes = ['tEXt', 'zTXt', 'iTXt'].map(readChunkType)
const endChunkType = readChunkType('IEND')
const signatureLength = 8
/** The bytes of a chunk's length, type and checksum. */
const chunkOverhead = 12
/** The maximum number of pieces between text chunks; each costs memory, and usual images have few. */
const maxPieces = 1_000

/** A chunk's type as a number, for fast comparison: a file can have a million chunks. */
function readChunkType(chunkType: string): number {
  return Buffer.from(chunkType).readUInt32BE()
}

/**
 * Removes text and trailing bytes of a PNG: a few KB of text can decompress to 60 MB, of which a decoder makes several
 * copies. An incomplete chunk stays, so that the decoder rejects it.
 */
export function stripPngText(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const remainingPieces: Buffer[] = []
  let from = 0
  let offset = signatureLength
  while (offset + chunkOverhead <= bytes.length) {
    const chunkType = bytes.readUInt32BE(offset + 4)
    const next = offset + chunkOverhead + bytes.readUInt32BE(offset)
    if (textChunkTypes.includes(chunkType)) {
      if (offset > from) remainingPieces.push(bytes.subarray(from, offset))
      from = next
    }
    if (remainingPieces.length > maxPieces) throw new Error('The PNG has too many chunks.')
    offset = next
    if (chunkType === endChunkType) return joinPieces(remainingPieces, bytes.subarray(from, offset))
  }
  return joinPieces(remainingPieces, bytes.subarray(from))
}

/** Returns the bytes without copying when nothing was removed: they may be 15 MB. */
function joinPieces(remainingPieces: Buffer[], last: Buffer): Buffer {
  return remainingPieces.length === 0 ? last : Buffer.concat([...remainingPieces, last])
}
