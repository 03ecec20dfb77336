/** Types of chunks that hold text, compressed or not; no pixel depends on them. */
const textChunkTypes = ['tEXt', 'zTXt', 'iTXt'].map(readChunkType)
const endChunkType = readChunkType('IEND')
const signatureLength = 8
/** Length, kind and checksum. */
const chunkOverhead = 12
/** Pieces between texts that an image may have; each costs memory, and ordinary ones have few. */
const maxPieces = 1_000

/** A chunk's kind as it is compared: a file can be a million of them. */
function readChunkType(kind: string): number {
  return Buffer.from(kind).readUInt32BE()
}

/**
 * The same PNG without its text and trailing bytes: a few KB of text can unpack to 60 MB, of which a decoder
 * holds several copies. An incomplete chunk stays as it is, for the decoder to reject.
 */
export function stripPngText(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const keptPieces: Buffer[] = []
  let from = 0
  let at = signatureLength
  while (at + chunkOverhead <= bytes.length) {
    const kind = bytes.readUInt32BE(at + 4)
    const next = at + chunkOverhead + bytes.readUInt32BE(at)
    if (textChunkTypes.includes(kind)) {
      if (at > from) keptPieces.push(bytes.subarray(from, at))
      from = next
    }
    if (keptPieces.length > maxPieces) throw new Error('The PNG has too many chunks.')
    at = next
    if (kind === endChunkType) return joinPieces(keptPieces, bytes.subarray(from, at))
  }
  return joinPieces(keptPieces, bytes.subarray(from))
}

/** Without a copy where nothing was taken out: it may be 15 MB. */
function joinPieces(keptPieces: Buffer[], last: Buffer): Buffer {
  return keptPieces.length === 0 ? last : Buffer.concat([...keptPieces, last])
}
