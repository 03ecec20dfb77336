import { capMarks } from '../../shared/format/cap-marks.ts'
import { hasVisibleText, stripMarks } from '../../shared/format/plain-text.ts'
import { type ItemParams, itemIdPattern, type ShopType } from '../../shared/marketplaces.ts'
import { paths } from '../../shared/paths.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { countPieces, type DimensionsMm, type Haul, type HaulItem, haulLimits } from './haul.ts'
import { formatOfferKey } from './haul-text.ts'

/** The format's version; an older page rejects a newer one. */
const version = '1'
/** What a haul in a URL is written with, until it fits: names are truncated, then variants are left out. */
const fittings: readonly RowFormat[] = [
  { longestName: 60, withVariants: true },
  { longestName: 32, withVariants: true },
  { longestName: 16, withVariants: true },
  { longestName: 32 },
  { longestName: 16 },
]
type RowFormat = { longestName: number; withVariants?: boolean; withPictures?: boolean }

const [fieldSeparator, rowSeparator] = ['\t', '\n']
/** External images are left out. */
const ownImagePattern = /^\/img\/[\w-]+\/\d+\/[\w-]+\.webp(?:#[\w-]{1,11})?$/
const shops = { t: 'taobao', w: 'weidian', a: 'ali_1688' } as const satisfies Record<string, ShopType>

/**
 * The URL that holds a haul, images left out, names truncated and variants left out as far as needed: `/haul?h=1…`. Undefined
 * where it would be longer than 2,000 characters. It holds the list and nothing about its author.
 */
export function buildHaulUrl(haul: Haul, origin: string): string | undefined {
  for (const fitting of fittings) {
    const address = `${origin}${paths.haul()}?h=${version}${toBase64url(formatHaul(haul, fitting))}`
    if (address.length <= haulLimits.address) return address
  }
  return undefined
}

/** The haul in a URL's `h`, or undefined for everything that `buildHaulUrl` could not have made. */
export function parseHaulUrl(h: string): Haul | undefined {
  if (h.length > haulLimits.address || !h.startsWith(version)) return undefined
  const text = fromBase64url(h.slice(version.length))
  return text === undefined ? undefined : parseHaul(text)
}

/** A haul as this device stores it, with full names and images. */
export function serializeHaul(haul: Haul): string {
  return version + formatHaul(haul, { longestName: haulLimits.name, withVariants: true, withPictures: true })
}

/** The reverse of `serializeHaul`, or undefined for any other text. */
export function deserializeHaul(text: string): Haul | undefined {
  return text.startsWith(version) ? parseHaul(text.slice(version.length)) : undefined
}

function formatHaul(haul: Haul, format: RowFormat): string {
  const head = [haul.destination, haul.packing, haul.within ?? '']
  const rows = haul.items.map((item) => formatRow(item, format))
  return [head.join(fieldSeparator), ...rows].join(rowSeparator)
}

/** Empty fields at the end are left out. */
function formatRow(
  item: HaulItem,
  { longestName, withVariants = false, withPictures = false }: RowFormat,
): string {
  const { name, grams, sidesMm, category, quantity, price, offer, sku, variant, picture } = item
  const fields = [
    truncateName(stripMarks(name), longestName),
    grams ?? '',
    sidesMm?.join('x') ?? '',
    category ?? '',
    quantity === 1 ? '' : quantity,
    price ?? '',
    offer ? formatOfferKey(offer) : '',
    withPictures && ownImagePattern.test(picture) ? picture : '',
    withVariants && sku !== null && isSku(sku) ? sku : '',
    withVariants ? truncateName(stripMarks(variant), longestName) : '',
  ]
  return fields.join(fieldSeparator).replace(/\t+$/, '')
}

function truncateName(name: string, longest: number): string {
  const letters = [...name]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : name
}

/** Any deviation from the written form makes the whole text invalid. */
function parseHaul(text: string): Haul | undefined {
  const [head = '', ...rows] = text.split(rowSeparator)
  const [destination = '', packingText = '', withinText = '', ...more] = head.split(fieldSeparator)
  const packing = parseWholeNumber(packingText, 0, haulLimits.maxPacking)
  const within = withinText === '' ? null : parseWholeNumber(withinText, 1, 999)
  if (!/^([A-Z]{2})?$/.test(destination) || packing === undefined || within === undefined) return undefined
  const items = rows.map(parseRow)
  if (more.length > 0 || items.length > haulLimits.items || !items.every((item) => item !== undefined))
    return undefined
  return countPieces(items) > haulLimits.pieces ? undefined : { destination, packing, within, items }
}

function parseRow(row: string, id: number): HaulItem | undefined {
  const [
    name = '',
    grams = '',
    sides = '',
    category = '',
    quantity = '1',
    price = '',
    offer = '',
    picture = '',
    sku = '',
    variant = '',
  ] = row.split(fieldSeparator)
  const item = {
    id,
    name: capMarks(name),
    grams: parseOptional(grams, (text) => parseWholeNumber(text, 1, haulLimits.grams)),
    sidesMm: parseOptional(sides, parseSides),
    category: parseOptional(category, (text) => (/^\d{1,6}$/.test(text) ? text : undefined)),
    quantity: parseWholeNumber(quantity || '1', 1, haulLimits.pieces),
    price: parseOptional(price, (text) => parseWholeNumber(text, 0, 999_999_999)),
    offer: parseOptional(offer, parseOffer),
    picture: picture === '' || ownImagePattern.test(picture) ? picture : undefined,
    sku: parseOptional(sku, (text) => (isSku(text) ? text : undefined)),
    variant: isPlainName(variant) ? capMarks(variant) : undefined,
  }
  return hasVisibleText(name) && isPlainName(name) && isCompleteItem(item) ? item : undefined
}

function isPlainName(text: string): boolean {
  return text === stripMarks(text) && text.length <= 2 * haulLimits.name
}

function isCompleteItem(item: { [Field in keyof HaulItem]: HaulItem[Field] | undefined }): item is HaulItem {
  return Object.values(item).every((value) => value !== undefined)
}

function parseOptional<T>(text: string, read: (text: string) => T | undefined): T | null | undefined {
  return text === '' ? null : read(text)
}

function parseWholeNumber(text: string, least: number, most: number): number | undefined {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

function parseSides(text: string): DimensionsMm | undefined {
  const [a, b, c, ...more] = text.split('x').map((side) => parseWholeNumber(side, 1, haulLimits.sideMm))
  return a && b && c && more.length === 0 ? [a, b, c] : undefined
}

/** As sources write them: on one line, without tabs. */
function isSku(text: string): boolean {
  return text !== '' && text.length <= haulLimits.sku && text === stripMarks(text)
}

function parseOffer(text: string): ItemParams | undefined {
  const [letter = '', productCode] = [text[0], text.slice(1)]
  const shopType = new Map<string, ShopType>(Object.entries(shops)).get(letter)
  return shopType && itemIdPattern.test(productCode) ? { shopType, productCode } : undefined
}
