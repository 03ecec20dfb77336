import { type HintCurrency, hintCurrencies } from '#shared/items/link-hints.ts'
import { itemIdPattern, type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { parsePictureAddress } from './picture-address.ts'
import { cleanReadText } from './read-text.ts'

/** What may be read in a page. Lengths in characters; with all of them reached, a message has less than 131,072 bytes. */
export const readingLimits = {
  title: 300,
  price: 1_000_000,
  weightGrams: 100_000,
  pictures: 30,
  uploads: 8,
  axes: 8,
  names: 150,
  name: 100,
  variant: 120,
  photos: 12,
  photoBytes: 10 * 1024 * 1024,
  /** Browsers carry at most 64 MiB in one message. */
  allPhotosBytes: 36 * 1024 * 1024,
} as const

/** The kinds of photos that members may send. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** A photo of the warehouse, as its bytes. */
export type ReadPhoto = { type: (typeof photoTypes)[number]; base64: string }

/** What a person handed over of the page that was open. All of it is a claim of that page. */
export type PageReading = {
  /** An agent's order page has photos and no pictures. */
  page: 'item' | 'order'
  shopType: ShopType | null
  id: string | null
  skuId: string | null
  title: string | null
  /** In `currency`; the lower end when `priceTo` is set. */
  price: number | null
  priceTo: number | null
  currency: HintCurrency | null
  /** The names that can be chosen, by axis. */
  variants: string[][]
  weightGrams: number | null
  /** Addresses without query. */
  pictures: string[]
  /** What was bought, as the order page says it. */
  variant: string | null
  photos: ReadPhoto[]
  /** How many photos the page shows whose bytes it may not read. */
  unreadPhotos: number
}

const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/
const skuPattern = /^\d{1,20}$/

/**
 * The reading in a message, which anyone can have written; undefined when anything in it is not as a reader makes it.
 * Marks that cannot be seen are removed. `isLocal`: pictures may lie on this machine, for a site that does itself.
 */
export function parsePageReading(value: unknown, { isLocal = false } = {}): PageReading | undefined {
  const read = createReader(value)
  if (!read) return undefined
  const pictures = toList(read('pictures'), readingLimits.pictures, (text) =>
    typeof text === 'string' ? parsePictureAddress(text, { isLocal }) : undefined,
  )
  const variants = toList(read('variants'), readingLimits.axes, parseAxis)
  const photos = toList(read('photos'), readingLimits.photos, parsePhoto)
  const shopType = shopTypes.find((type) => type === read('shopType')) ?? null
  const id = parseText(read('id'), 64)
  const texts = [
    parseText(read('title'), readingLimits.title),
    parseText(read('variant'), readingLimits.variant),
  ]
  const [title, variant] = texts
  const price = parsePrice(read)
  const weightGrams = parseNumber(read('weightGrams'), readingLimits.weightGrams)
  const unreadPhotos = read('unreadPhotos') ?? 0
  const page = read('page')
  if (!pictures || !variants || !photos || !price || title === undefined || variant === undefined)
    return undefined
  if (id === undefined || weightGrams === undefined || variants.flat().length > readingLimits.names)
    return undefined
  if ((shopType === null) !== (id === null) || (id !== null && !itemIdPattern.test(id))) return undefined
  if (page !== 'item' && page !== 'order') return undefined
  if (!Number.isInteger(unreadPhotos) || !(Number(unreadPhotos) >= 0 && Number(unreadPhotos) <= 100))
    return undefined
  const skuId = read('skuId') ?? null
  if (skuId !== null && !(typeof skuId === 'string' && skuPattern.test(skuId))) return undefined
  return {
    page,
    shopType,
    id,
    skuId,
    title,
    ...price,
    variants,
    weightGrams,
    pictures: [...new Set(pictures)],
    variant,
    photos,
    unreadPhotos: Number(unreadPhotos),
  }
}

/** Reads own fields only; undefined for everything but a plain object. */
function createReader(value: unknown): ((name: keyof PageReading) => unknown) | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return (name) => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined)
}

/** Every element parsed; undefined when it is no list, too long, or an element is invalid. A missing list is empty. */
function toList<T>(value: unknown, max: number, parse: (element: unknown) => T | undefined): T[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > max) return undefined
  const parsed = value.map(parse)
  return parsed.every((element) => element !== undefined) ? parsed : undefined
}

function parseAxis(value: unknown): string[] | undefined {
  return toList(value, readingLimits.names, (name) => parseText(name, readingLimits.name) ?? undefined)
}

/** Null when missing or without a visible letter; undefined when it is no text or too long. */
function parseText(value: unknown, max: number): string | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'string' && value.length <= max ? cleanReadText(value, max) : undefined
}

/** Null when missing; undefined when it is no number from 0 (excluded) to `max`. */
function parseNumber(value: unknown, max: number): number | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && value > 0 && value <= max ? value : undefined
}

function parsePrice(
  read: (name: keyof PageReading) => unknown,
): Pick<PageReading, 'price' | 'priceTo' | 'currency'> | undefined {
  const price = parseNumber(read('price'), readingLimits.price)
  const priceTo = parseNumber(read('priceTo'), readingLimits.price)
  const currency = hintCurrencies.find((code) => code === read('currency')) ?? null
  if (price === undefined || priceTo === undefined) return undefined
  if ((price === null) !== (currency === null)) return undefined
  if (priceTo !== null && (price === null || priceTo <= price)) return undefined
  return { price, priceTo, currency }
}

function parsePhoto(value: unknown): ReadPhoto | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const [type, base64] = [Reflect.get(value, 'type'), Reflect.get(value, 'base64')]
  const photoType = photoTypes.find((name) => name === type)
  const maxLength = Math.ceil(readingLimits.photoBytes / 3) * 4
  if (!photoType || typeof base64 !== 'string' || base64.length > maxLength) return undefined
  return base64.length % 4 === 0 && base64Pattern.test(base64) ? { type: photoType, base64 } : undefined
}
