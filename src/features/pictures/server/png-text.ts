/** Kinds of chunks that hold words, packed or not; no pixel depends on them. */
const words = new Set(['tEXt', 'zTXt', 'iTXt'])
const signatureLength = 8
/** Length, kind and checksum. */
const frame = 12

/**
 * The same PNG without the words in it: a few KB of them can unpack to 60 MB, of which a decoder holds several copies.
 * What is no whole chunk stays as it is, for the decoder to refuse.
 */
export function withoutWords(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const kept = [bytes.subarray(0, signatureLength)]
  let at = signatureLength
  while (at + frame <= bytes.length) {
    const end = at + frame + bytes.readUInt32BE(at)
    if (!words.has(bytes.toString('latin1', at + 4, at + 8))) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}
