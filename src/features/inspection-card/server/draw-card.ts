import { siteName } from '#shared/site.ts'
import type { CardFacts } from '../card-facts.ts'
import { type CardShape, cardText } from '../texts-and-limits.ts'
import {
  type CardLayout,
  cardLayouts,
  cardColors as colors,
  frameEdge,
  type PhotoFrame,
} from './card-layout.ts'
import { drawPaper } from './draw-paper.ts'
import { drawText, drawTextTo, fitEnd, measureText, type TextStyle } from './typeset.ts'

/** The positions of a card's pictures, one for each picture. */
export function getPhotoFrames(shape: CardShape, pictures: number): PhotoFrame[] {
  return cardLayouts[shape].photoFrames[Math.min(Math.max(pictures, 1), 3) - 1] ?? []
}

export type DrawnCard = {
  facts: CardFacts
  shape: CardShape
  /** Square images as data URLs, one for each print; without one the print stays empty. */
  pictures: string[]
  /** The site's URL without the protocol, as shown on the card. */
  address: string
}

/** The card as SVG. All letters are outlines, so it looks the same with any fonts on the machine. */
export function drawCard({ facts, shape, pictures, address }: DrawnCard): string {
  const layout = cardLayouts[shape]
  const { width, height } = layout
  const photoFrames = getPhotoFrames(shape, pictures.length)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    drawMat(layout),
    ...photoFrames.map((frame, index) => drawPhoto(frame, pictures[index])),
    facts.photoCount > 0 && pictures.length > 0
      ? drawSeal(facts, layout)
      : drawTag(photoFrames, pictures.length),
    drawPaper(facts, layout),
    drawFoot(address, layout),
    '</svg>',
  ].join('')
}

/** The cutting mat: lines each 40 px, stronger ones each 200, and rulers at two edges. Finer lines cost 9 KB. */
function drawMat({ width, height }: CardLayout): string {
  const grid = (step: number, color: string) =>
    `<path stroke="${color}" d="${drawLines(step, width, height)}"/>`
  return [
    `<path fill="${colors.mat}" d="M0 0h${width}v${height}H0z"/>`,
    grid(40, colors.matLine),
    grid(200, colors.matStrongLine),
    `<path stroke="${colors.onMatMuted}" stroke-width="1.5" opacity=".7" d="${drawTicks(width, height)}"/>`,
  ].join('')
}

function drawLines(step: number, width: number, height: number): string {
  const across = Array.from(
    { length: Math.ceil(width / step) },
    (_, index) => `M${index * step + 0.5} 0v${height}`,
  )
  const down = Array.from(
    { length: Math.ceil(height / step) },
    (_, index) => `M0 ${index * step + 0.5}h${width}`,
  )
  return [...across, ...down].join('')
}

function drawTicks(width: number, height: number): string {
  const length = (index: number) => (index % 5 === 0 ? 16 : 8)
  const top = Array.from({ length: width / 10 }, (_, index) => `M${index * 10 + 0.75} 0v${length(index)}`)
  const side = Array.from({ length: height / 10 }, (_, index) => `M0 ${index * 10 + 0.75}h${length(index)}`)
  return [...top, ...side].join('')
}

function drawPhoto({ x, y, side, rotationDegrees }: PhotoFrame, picture: string | undefined): string {
  const inner = side - 2 * frameEdge
  const frame = `x="${x + frameEdge}" y="${y + frameEdge}" width="${inner}" height="${inner}"`
  const content = picture
    ? `<image ${frame} href="${picture}"/>`
    : `<rect ${frame} fill="none" stroke="${colors.onMatMuted}" stroke-width="3" stroke-dasharray="14 10"/>`
  const sheet = picture
    ? `${drawShadow(x, y, side, side)}<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="3" fill="${colors.paper}"/>`
    : ''
  return `<g transform="rotate(${rotationDegrees} ${x + side / 2} ${y + side / 2})">${sheet}${content}</g>`
}

/** A soft shadow made of layers, which is much cheaper than a filter. */
function drawShadow(x: number, y: number, width: number, height: number): string {
  return [14, 11, 8, 5, 2]
    .map(
      (by) =>
        `<rect x="${x - by / 2}" y="${y + 7 - by / 2}" width="${width + by}" height="${height + by}" rx="${by}" opacity=".1"/>`,
    )
    .join('')
}

/** The badge on the corner of the first print: the number of QC photos, and the date of the newest. */
function drawSeal({ photoCount, photoDate }: CardFacts, { seal }: CardLayout): string {
  const count: TextStyle = { face: 'bold', size: seal.size, fill: colors.onSeal }
  const day: TextStyle = { face: 'regular', size: seal.size, fill: colors.onSeal }
  const label = `QC ${photoCount}`
  const gap = photoDate ? seal.size / 2 : 0
  const dayAt = seal.x + seal.pad + measureText(label, count) + gap
  const width = dayAt + (photoDate ? measureText(photoDate, day) : 0) + seal.pad - seal.x
  const base = seal.y + seal.height / 2 + seal.size * 0.345
  const frame = (inset: number) =>
    `x="${seal.x + inset}" y="${seal.y + inset}" width="${width - 2 * inset}" height="${seal.height - 2 * inset}"`
  const middle = `${seal.x + width / 2} ${seal.y + seal.height / 2}`
  return [
    `<g transform="rotate(-4 ${middle})">`,
    drawShadow(seal.x, seal.y - 3, width, seal.height),
    `<rect ${frame(0)} rx="5" fill="${colors.seal}"/>`,
    `<rect ${frame(4)} rx="2" fill="none" stroke="${colors.onSeal}" stroke-opacity=".52" stroke-width="2"/>`,
    drawText(label, count, seal.x + seal.pad, base),
    photoDate ? drawText(photoDate, day, dayAt, base) : '',
    '</g>',
  ].join('')
}

/** Labels the seller's image; on an empty frame, says that there are no photos. */
function drawTag([frame]: PhotoFrame[], pictures: number): string {
  if (!frame) return ''
  const middle = frame.x + frame.side / 2
  if (pictures === 0) {
    const style: TextStyle = { face: 'medium', size: frame.side / 20, fill: colors.onMatMuted }
    const start = middle - measureText(cardText.noPhotos, style) / 2
    return drawText(cardText.noPhotos, style, start, frame.y + frame.side / 2)
  }
  const style: TextStyle = { face: 'medium', size: 20, fill: colors.ink }
  const [x, y] = [frame.x + frameEdge + 16, frame.y + frameEdge + 16]
  const width = measureText(cardText.sellersPhoto, style) + 24
  return [
    `<g transform="rotate(${frame.rotationDegrees} ${middle} ${frame.y + frame.side / 2})">`,
    `<rect x="${x}" y="${y}" width="${width}" height="40" rx="3" fill="${colors.paper}"/>`,
    drawText(cardText.sellersPhoto, style, x + 12, y + 27),
    '</g>',
  ].join('')
}

/** The site's name, and the URL of the item's page. */
function drawFoot(address: string, { foot, width }: CardLayout): string {
  const { x, y, size, nameSize, logo } = foot
  const name: TextStyle = { face: 'bold', size: nameSize, fill: colors.onMat }
  const link: TextStyle = { face: 'regular', size, fill: colors.onMatMuted }
  const nameAt = x + logo + 12
  const end = nameAt + measureText(siteName, name)
  const fittedUrl = fitEnd(address, link, width - x - end - 40)
  return [
    `<g transform="translate(${x} ${y - logo / 2}) scale(${logo / 24})" fill="none" stroke="${colors.onMat}" stroke-linecap="round" stroke-linejoin="round">`,
    '<path d="M14 3H4.5L3 4.5v15L4.5 21h15l1.5-1.5V12" stroke-width="2"/>',
    '<path d="M3 8h2M3 11h3.2M3 14h2M3 17h3.2" stroke-width="1.2"/>',
    `<path d="M8.8 12.6l3.4 3.4L21 5" stroke="${colors.tape}" stroke-width="2.6"/>`,
    '</g>',
    drawText(siteName, name, nameAt, y + nameSize * 0.35),
    drawTextTo(fittedUrl, link, width - x, y + size * 0.35),
  ].join('')
}
