import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Route } from 'playwright-core'
import type { PageReading } from '#features/readings/page-reading.ts'

const folder = fileURLToPath(new URL('../support/item-pages/', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.png': 'image/png',
}

/** What a page's `expect.json` says must be read. */
export type ExpectedReading = {
  shopType: string | null
  id: string | null
  skuId?: string
  title: string | null
  titleAlso?: string[]
  titleBegins?: string
  titleMax?: number
  price: number | null
  priceTo: number | null
  currency: string | null
  variants: string[]
  variantsAlso?: string[][]
  variantsMax?: number
  variant?: string
  pictures: string[]
  picturesMay?: string[]
  picturesMax?: number
  never?: string[]
  mustNot: string[]
  notPrice?: number[]
  weightGrams: number | null
  photos: string[] | null
  photosOtherHost?: string[]
  limits: { ms: number; bytes: number }
  open: string[]
  /** What differs when a bookmark reads: more that is open, or what it may say instead. */
  byBookmarklet?: { open?: string[]; maySay?: string }
  page: { kind: string; address: string; waitMs?: number; width?: number }
}
export type ItemPage = { name: string; expected: ExpectedReading }

/** Every page of the folder. */
export function listItemPages(): ItemPage[] {
  return readdirSync(folder).map((name) => ({
    name,
    expected: JSON.parse(readFileSync(join(folder, name, 'expect.json'), 'utf8')),
  }))
}

/** Answers every address of the web from the folder, pages under their own addresses. Returns what was asked for. */
export async function serveItemPages(context: BrowserContext): Promise<string[]> {
  const pages = listItemPages()
  const requests: string[] = []
  await context.route(/^https:\/\//, (route) => {
    requests.push(route.request().url())
    return answerRequest(route, pages)
  })
  return requests
}

async function answerRequest(route: Route, pages: readonly ItemPage[]): Promise<void> {
  const url = new URL(route.request().url())
  const page = pages.find(({ expected }) => expected.page.address === url.href)
  const path = page ? `/${page.name}/index.html` : normalize(decodeURIComponent(url.pathname))
  // Playwright allows every origin unless the reply names one.
  const headers = { 'access-control-allow-origin': 'https://nowhere.test' }
  try {
    const body = readFileSync(join(folder, path))
    await route.fulfill({ body, headers, contentType: types[extname(path)] ?? 'application/octet-stream' })
  } catch {
    await route.fulfill({ status: 404, headers, body: 'not here' })
  }
}

/** The bytes of a page's picture, as base64. */
export function readPictureFile(name: string, file: string): string {
  return readFileSync(join(folder, name, file)).toString('base64')
}

/** The fields of a reading that are not as expected, each with what was read. */
export function listFaults({ name, expected }: ItemPage, reading: PageReading, ms: number): string[] {
  const faults = [
    ...checkTexts(expected, reading),
    ...checkPrice(expected, reading),
    ...checkPictures(expected, reading),
    ...(expected.photos ? checkPhotos(name, expected, reading) : []),
  ].filter(([field]) => !expected.open.includes(field))
  const sent = JSON.stringify({ ...reading, photos: [] })
  const leaked = expected.mustNot.filter((text) => sent.includes(text))
  if (leaked.length > 0) faults.push(['mustNot', leaked])
  if (Buffer.byteLength(sent) > expected.limits.bytes) faults.push(['bytes', Buffer.byteLength(sent)])
  if (ms > expected.limits.ms) faults.push(['ms', ms])
  return faults.map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
}

type Fault = [field: string, value: unknown]

function checkTexts(expected: ExpectedReading, reading: PageReading): Fault[] {
  const { title, titleAlso = [], titleBegins, titleMax, variantsAlso = [], variantsMax } = expected
  const flat = reading.variants.flat()
  const titles = [title, ...titleAlso]
  const isBegun = titleBegins !== undefined && Boolean(reading.title?.startsWith(titleBegins))
  const faults: Fault[] = []
  if (!titles.includes(reading.title) && !isBegun) faults.push(['title', reading.title])
  if ((reading.title?.length ?? 0) > (titleMax ?? 300)) faults.push(['titleMax', reading.title?.length])
  if (![expected.variants, ...variantsAlso].some((names) => names.join('\n') === flat.join('\n')))
    faults.push(['variants', reading.variants])
  if (flat.length > (variantsMax ?? 300)) faults.push(['variantsMax', flat.length])
  for (const field of ['shopType', 'id', 'weightGrams'] as const)
    if (reading[field] !== expected[field]) faults.push([field, reading[field]])
  if (reading.skuId !== (expected.skuId ?? null)) faults.push(['skuId', reading.skuId])
  if (expected.variant !== undefined && reading.variant !== expected.variant)
    faults.push(['variant', reading.variant])
  return faults
}

function checkPrice(expected: ExpectedReading, reading: PageReading): Fault[] {
  const { notPrice = [] } = expected
  const faults: Fault[] = []
  for (const field of ['price', 'priceTo', 'currency'] as const)
    if (reading[field] !== expected[field]) faults.push([field, reading[field]])
  for (const field of ['price', 'priceTo'] as const) {
    const value = reading[field]
    if (value !== null && notPrice.includes(value)) faults.push(['notPrice', value])
  }
  return faults
}

/** The gallery in its order; others may follow the first of it. A size suffix may stay on. */
function checkPictures(expected: ExpectedReading, reading: PageReading): Fault[] {
  const names = reading.pictures.map((address) => new URL(address).pathname.split('/').at(-1) ?? '')
  const may = expected.picturesMay ?? []
  const plain = names.map((name) => name.replace(/(\.(?:jpe?g|png|webp))_.*$/, '$1'))
  const [first, ...rest] = plain
  const must = [first, ...rest.filter((name) => !may.includes(name))].filter((name) => name !== undefined)
  const faults: Fault[] = []
  if (must.join() !== expected.pictures.join()) faults.push(['pictures', names])
  if (names.length > (expected.picturesMax ?? 30)) faults.push(['picturesMax', names.length])
  const wrong = plain.filter((name) => expected.never?.includes(name))
  if (wrong.length > 0) faults.push(['never', wrong])
  return faults
}

function checkPhotos(
  name: string,
  expected: ExpectedReading,
  { photos, unreadPhotos }: PageReading,
): Fault[] {
  const elsewhere = expected.photosOtherHost ?? []
  const own = (expected.photos ?? []).filter((file) => !elsewhere.includes(file))
  const isRight =
    photos.length === own.length &&
    own.every((file, index) => photos[index]?.base64 === readPictureFile(name, file))
  return isRight && unreadPhotos === elsewhere.length ? [] : [['photos', [photos.length, unreadPhotos]]]
}
