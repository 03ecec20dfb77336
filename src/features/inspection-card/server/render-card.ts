import sharp, { type JpegOptions } from 'sharp'
import type { CardFacts } from '../card-facts.ts'
import { type CardShape, cardBytes } from '../texts-and-limits.ts'
import { frameEdge } from './card-layout.ts'
import { drawCard, getPhotoFrames } from './draw-card.ts'

/** Full color resolution, so that letters stay sharp; a lower quality affects the photos only. */
const jpegOptions: JpegOptions = { progressive: true, chromaSubsampling: '4:4:4', overshootDeringing: true }
/** Qualities to try until the card is small enough. */
const qualities: Record<CardShape, readonly number[]> = { wide: [70, 58, 46], tall: [44, 34] }
const timeoutSeconds = 3

type RenderedCard = { facts: CardFacts; shape: CardShape; pictures: Uint8Array[]; address: string }

/** Renders a card from images that were rendered before. Rejects when one of them is broken. */
export async function renderCard({ facts, shape, pictures, address }: RenderedCard): Promise<Buffer> {
  const positions = getPhotoFrames(shape, pictures.length)
  const photoFrames = await Promise.all(
    pictures.map((picture, index) => cutPrint(picture, (positions[index]?.side ?? 0) - 2 * frameEdge)),
  )
  const svg = drawCard({ facts, shape, pictures: photoFrames, address })
  const { data, info } = await sharp(Buffer.from(svg))
    .timeout({ seconds: timeoutSeconds })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  let card = Buffer.alloc(0)
  for (const quality of qualities[shape]) {
    card = await sharp(data, { raw: { width, height, channels } })
      .jpeg({ ...jpegOptions, quality })
      .toBuffer()
    if (card.length <= cardBytes) break
  }
  return card
}

/** A square of the picture, ready to be drawn. */
async function cutPrint(picture: Uint8Array, side: number): Promise<string> {
  const bytes = await sharp(picture, { pages: 1 })
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: side, height: side, fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' }) // faster to read and write than PNG
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
