import sharp from 'sharp'
import { type FakeSource, hashToNumber } from '#shared/server/outbound/fake-source.ts'

const sidePx = 900
const squarePositions = [
  'centre',
  'north',
  'southeast',
  'west',
  'northeast',
  'south',
  'northwest',
  'east',
  'southwest',
] as const

/**
 * A simulated image host. Its images are squares of one color with a lighter square inside at different positions, so
 * that no image counts as a copy of another.
 */
export const fakeImageHost: FakeSource = {
  name: 'pictures',
  idIn: (url) => /^\/pictures\/([\w-]+)\.png$/.exec(url.pathname)?.[1],
  good: async ({ id }) => ({ type: 'image/png', body: await drawImage(id) }),
  unknownItem: () => ({ type: 'text/plain', body: 'gone', status: 410 }),
  wrongSchema: () => ({ type: 'image/png', body: 'this is no picture' }),
  otherItem: () => ({
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><rect width="9" height="9"/></svg>',
  }),
  poisoned: () => ({ type: 'image/png', body: createPixelBomb() }),
}

function drawImage(id: string): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = ['r', 'g', 'b'].map((part) => 60 + hashToNumber(part + id, 120))
  const inner = { r: r + 60, g: g + 60, b: b + 60 }
  const square = {
    create: { width: sidePx / 2, height: sidePx / 2, channels: 3 as const, background: inner },
  }
  return sharp({ create: { width: sidePx, height: sidePx, channels: 3, background: { r, g, b } } })
    .composite([
      { input: square, gravity: squarePositions[hashToNumber(id, squarePositions.length)] ?? 'centre' },
    ])
    .png()
    .toBuffer()
}

/** The head of a PNG that claims 30,000 × 30,000 pixels. */
export function createPixelBomb(): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  header.writeUInt32BE(30_000, 16)
  header.writeUInt32BE(30_000, 20)
  return Buffer.concat([header, Buffer.from('0000000049454e44ae426082', 'hex')])
}
