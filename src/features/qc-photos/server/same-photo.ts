import type { ImageMetadata } from '#features/images/image-registry.ts'

/**
 * Bits of 64 in which copies of one photo may differ, after being encoded and scaled anew. Frames of one
 * session on one mat differ in 6 or more; a copy that is not recognized is only shown twice.
 */
const maxDifferingBits = 4
/** By how much the proportions of two copies may differ, since sizes are whole numbers. */
const ratioSlack = 0.01
/** By how much a channel of the average color may differ; the hash covers brightness only. */
const colourSlack = 4

/** Whether two images are copies of one photo. Another aspect ratio is another photo: a crop shows less. */
export function isSamePhoto(one: ImageMetadata, other: ImageMetadata): boolean {
  const ratio = (one.width * other.height) / (one.height * other.width)
  return (
    Math.abs(ratio - 1) <= ratioSlack &&
    countDifferingBits(one.fingerprint, other.fingerprint) <= maxDifferingBits &&
    computeColorDistance(one.colour, other.colour) <= colourSlack
  )
}

/** How many bits of two hashes differ. */
export function countDifferingBits(one: string, other: string): number {
  let count = 0
  for (let at = 0; at < 64; at += 32) {
    count += countSetBits(parseWord(one, at) ^ parseWord(other, at))
  }
  return count
}

/** 32 bits of 64 in hex. */
function parseWord(fingerprint: string, at: number): number {
  return Number.parseInt(fingerprint.slice(at / 4, at / 4 + 8), 16)
}

function countSetBits(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** The greatest difference of a channel of two colours such as `#8fa3b2`. */
function computeColorDistance(one: string, other: string): number {
  const channels = [1, 3, 5].map((at) => Math.abs(parseChannel(one, at) - parseChannel(other, at)))
  return Math.max(...channels)
}

function parseChannel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at, at + 2), 16)
}
