import sharp from 'sharp'

/** Sides of the analyzed image, and of the square of low frequencies that is used. */
const side = 32
const waves = 8

/** How a wave of each frequency runs along a side. */
const cosines = Array.from({ length: waves + 1 }, (_, wave) =>
  Array.from({ length: side }, (_, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * side))),
)

/**
 * 64 bits in hex of which copies of one photo share nearly all, however they were encoded and scaled: for each of the
 * slowest waves of its light, whether it is stronger than most. Transparent parts are white.
 */
export async function computePerceptualHash(drawn: Buffer): Promise<string> {
  const light = await sharp(drawn)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
  const strengths = strengthsOf([...light])
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
function strengthsOf(light: number[]): number[] {
  const across = cosines.map((cosine) =>
    Array.from({ length: side }, (_, row) => product(light.slice(row * side, (row + 1) * side), cosine)),
  )
  const slow = cosines
    .slice(0, waves)
    .flatMap((cosine) => across.slice(0, waves).map((row) => product(row, cosine)))
  return [...slow.slice(1), product(across[waves] ?? [], cosines[0] ?? [])]
}

function product(values: number[], others: number[]): number {
  return values.reduce((sum, value, at) => sum + value * (others[at] ?? 0), 0)
}
