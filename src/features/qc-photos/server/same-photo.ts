import type { ImageMetadata } from '#features/images/image-registry.ts'

/**
 * The maximum number of the 64 hash bits that may differ between copies of one photo, which may be encoded and scaled
 * differently. Different photos of one session differ in 6 or more; a copy that is not recognized is only shown twice.
 */
const maxDifferingBits = 4
/** The maximum difference of aspect ratios, because sizes are rounded to whole pixels. */
const maxRatioDifference = 0.01
/** The maximum difference of a color channel; the hash covers brightness only. */
const maxColorDifference = 4

/** Whether two images are copies of one photo. A cropped image has another aspect ratio and is another photo. */
export function isSamePhoto(left: ImageMetadata, right: ImageMetadata): boolean {
  const ratio = (left.width * right.height) / (left.height * right.width)
  return (
    Math.abs(ratio - 1) <= maxRatioDifference &&
    countDifferingBits(left.fingerprint, right.fingerprint) <= maxDifferingBits &&
    computeColorDistance(left.colour, right.colour) <= maxColorDifference
  )
}

/** The number of bits that differ between two hashes. */
export function countDifferingBits(left: string, right: string): number {
  let count = 0
  for (let offset = 0; offset < 64; offset += 32) {
    count += countSetBits(parseWord(left, offset) ^ parseWord(right, offset))
  }
  return count
}

/** Parses 32 of the 64 bits of a hexadecimal hash. */
function parseWord(fingerprint: string, offset: number): number {
  return Number.parseInt(fingerprint.slice(offset / 4, offset / 4 + 8), 16)
}

function countSetBits(bits32: number): number {
  let count = 0
  for (let remaining = bits32; remaining !== 0; remaining &= remaining - 1) count += 1
  return count
}

/** The greatest difference of a channel of two colours such as `#8fa3b2`. */
function computeColorDistance(left: string, right: string): number {
  const channels = [1, 3, 5].map((offset) =>
    Math.abs(parseChannel(left, offset) - parseChannel(right, offset)),
  )
  return Math.max(...channels)
}

function parseChannel(colour: string, offset: number): number {
  return Number.parseInt(colour.slice(offset, offset + 2), 16)
}
