import sharp from 'sharp'

/** Sides of the analyzed image, and of the square of low frequencies that is used. */
const gridSide = 32
const waves = 8

/** How a wave of each frequency runs along a side. */
const cosines = Array.from({ length: waves + 1 }, (_, wave) =>
  Array.from({ length: gridSide }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * gridSide))),
)

/**
 * 64 bits in hex of which copies of one photo share nearly all, however they were encoded and scaled: for each of the
 * slowest waves of its light, whether it is stronger than most. Transparent parts are white.
 */
export async function computePerceptualHash(drawn: Buffer): Promise<string> {
  const light = await sharp(drawn)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(gridSide, gridSide, { fit: 'fill' })
    .raw()
    .toBuffer()
  const strengths = computeWaveStrengths([...light])
  const sorted = strengths.toSorted((one, other) => one - other)
  const middle = sorted[strengths.length / 2] ?? 0
  const bits = strengths.map((strength) => (strength >= middle ? '1' : '0')).join('')
  return BigInt(`0b${bits}`)
    .toString(16)
    .padStart(strengths.length / 4, '0')
}

/**
 * Across and down from the lowest frequency; the average brightness, which carries no information, is
 * replaced by one more frequency across.
 */
function computeWaveStrengths(light: number[]): number[] {
  const across = cosines.map((cosine) =>
    Array.from({ length: gridSide }, (_, row) =>
      computeDotProduct(light.slice(row * gridSide, (row + 1) * gridSide), cosine),
    ),
  )
  const slow = cosines
    .slice(0, waves)
    .flatMap((cosine) => across.slice(0, waves).map((row) => computeDotProduct(row, cosine)))
  return [...slow.slice(1), computeDotProduct(across[waves] ?? [], cosines[0] ?? [])]
}

function computeDotProduct(values: number[], others: number[]): number {
  return values.reduce((sum, value, at) => sum + value * (others[at] ?? 0), 0)
}
