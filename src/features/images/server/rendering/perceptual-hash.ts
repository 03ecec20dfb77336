import sharp from 'sharp'

/** The side of the analyzed image, and the number of low frequencies that are used per direction. */
const gridSide = 32
const frequencyCount = 8

/** The cosine of each frequency along a side. */
const cosines = Array.from({ length: frequencyCount + 1 }, (_, frequency) =>
  Array.from({ length: gridSide }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * gridSide)),
  ),
)

/**
 * A perceptual hash of 64 bits in hexadecimal, nearly the same for copies of one photo in any encoding and size. Each
 * bit is whether the brightness has a low frequency with more than median strength. Transparent parts count as white.
 */
export async function computePerceptualHash(image: Buffer): Promise<string> {
  const brightness = await sharp(image)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(gridSide, gridSide, { fit: 'fill' })
    .raw()
    .toBuffer()
  const strengths = computeFrequencyStrengths([...brightness])
  const sortedStrengths = strengths.toSorted((left, right) => left - right)
  const median = sortedStrengths[strengths.length / 2] ?? 0
  const bits = strengths.map((strength) => (strength >= median ? '1' : '0')).join('')
  return BigInt(`0b${bits}`)
    .toString(16)
    .padStart(strengths.length / 4, '0')
}

/**
 * The strengths of the low frequencies in both directions (a discrete cosine transform). The average brightness, which
 * says nothing about the photo, is replaced by one more horizontal frequency.
 */
function computeFrequencyStrengths(brightness: number[]): number[] {
  const horizontal = cosines.map((cosine) =>
    Array.from({ length: gridSide }, (_, row) =>
      computeDotProduct(brightness.slice(row * gridSide, (row + 1) * gridSide), cosine),
    ),
  )
  const strengths = cosines
    .slice(0, frequencyCount)
    .flatMap((cosine) => horizontal.slice(0, frequencyCount).map((row) => computeDotProduct(row, cosine)))
  return [...strengths.slice(1), computeDotProduct(horizontal[frequencyCount] ?? [], cosines[0] ?? [])]
}

function computeDotProduct(left: number[], right: number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
}
