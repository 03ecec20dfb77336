import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageWidths } from '#shared/image-urls.ts'
import { createPixelBomb } from '../image-host.fake.ts'
import { CutImageError, renderUpload, renderWebp } from './transcode.ts'

/** An image with a red left half and a blue right half. */
function createHalves(width: number, height: number) {
  const blue = { create: { width: width / 2, height, channels: 3 as const, background: 'blue' } }
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ])
}

test.each(imageWidths)('renders an image at %i px without enlarging it', async (width) => {
  const rendered = await sharp(
    await renderWebp(await createHalves(600, 300).png().toBuffer(), width),
  ).metadata()
  expect([rendered.format, rendered.width]).toEqual(['webp', Math.min(width, 600)])
})

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('renders %s', async (format) => {
  const original = await createHalves(60, 30).toFormat(format).toBuffer()
  expect((await sharp(await renderWebp(original, 96)).metadata()).format).toBe('webp')
})

test('renders a rotated photo upright and without camera metadata', async () => {
  const turned = await createHalves(600, 300)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect((await sharp(turned).metadata()).exif).toBeDefined()
  const rendered = await sharp(await renderWebp(turned, 320)).metadata()
  expect([rendered.width, rendered.height, rendered.exif, rendered.orientation]).toEqual([
    300,
    600,
    undefined,
    undefined,
  ])
})

test('renders the first frame of an animation', async () => {
  const raw = Buffer.concat([Buffer.alloc(40 * 40 * 3, 200), Buffer.alloc(40 * 40 * 3, 20)])
  const moving = await sharp(raw, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const rendered = await renderWebp(moving, 320)
  const { pages, height } = await sharp(rendered).metadata()
  const { channels } = await sharp(rendered).stats()
  expect([pages ?? 1, height]).toEqual([1, 40])
  expect(channels[0]?.mean).toBeGreaterThan(180)
})

test('renders a very tall image narrower, within the maximum height of WebP', async () => {
  const tall = await sharp({ create: { width: 200, height: 17_000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const { width, height } = await sharp(await renderWebp(tall, 720)).metadata()
  expect([width, height]).toEqual([193, 16_383])
  expect((await sharp(await renderWebp(tall, 96)).metadata()).width).toBe(96)
})

describe('a JPEG that lacks', () => {
  const jpeg = () => createHalves(600, 300).jpeg().toBuffer()

  test('a JPEG without its end marker is complete, also as an upload', async () => {
    const bytes = (await jpeg()).subarray(0, -2)
    expect((await sharp(await renderWebp(bytes, 320)).metadata()).width).toBe(320)
    expect(await renderUpload(bytes, 'qc')).toMatchObject({ width: 600, height: 300 })
  })

  test('an incomplete JPEG is rendered in part, and rejected as an upload', async () => {
    const whole = await jpeg()
    const bytes = whole.subarray(0, whole.length * 0.8)
    expect((await sharp(await renderWebp(bytes, 320)).metadata()).width).toBe(320)
    await expect(renderUpload(bytes, 'qc')).rejects.toThrow(CutImageError)
  })
})

describe('what is no whole picture is refused', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const html = '<!doctype html><script>alert(1)</script>'
  const invalidFiles: [string, () => Promise<Buffer | string> | Buffer | string][] = [
    ['SVG', () => svg],
    ['SVG after a byte order mark', () => `\ufeff${svg}`],
    ['packed SVG', () => gzipSync(svg)],
    ['HTML', () => html],
    ['HTML behind a GIF’s head', () => `GIF89a${html}`],
    ['a PDF', () => '%PDF-1.7\n'],
    ['a TIFF', () => createHalves(40, 40).tiff().toBuffer()],
    ['nothing', () => ''],
    ['one byte', () => 'x'],
    ['text', () => 'this is no picture'],
    ['a PNG that claims 900 million pixels', createPixelBomb],
    ['a PNG of 36 million pixels', () => drawFlat(6_000)],
    ['a cut PNG', async () => (await createHalves(600, 300).png().toBuffer()).subarray(0, 400)],
    [
      'a cut WebP',
      async () => (await createHalves(600, 300).webp({ lossless: true }).toBuffer()).subarray(0, 60),
    ],
  ]
  test.each(invalidFiles)('rejects %s', async (_name, bytes) => {
    await expect(renderWebp(Buffer.from(await bytes()), 320)).rejects.toThrow()
  })
})

/** A PNG of one color: a few kilobytes that decompress to side × side pixels. */
function drawFlat(side: number): Promise<Buffer> {
  return sharp({
    create: { width: side, height: side, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
