import { capMarks } from '../../shared/format/cap-marks.ts'
import { hasVisibleText, stripMarks } from '../../shared/format/plain-text.ts'
import { formatItemNumber, type ItemParams, itemIdPattern, type ShopType } from '../../shared/marketplaces.ts'
import { paths } from '../../shared/paths.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import {
  countPieces,
  type DimensionsMm,
  type Haul,
  type HaulItem,
  type HintedField,
  haulLimits,
} from './haul.ts'
import { formatOfferKey } from './haul-text.ts'

/** The format's version; an older page rejects a newer one. */
const version = '1'
/** The formats that are tried until a haul fits into a URL: names are truncated, then variants are left out. */
const rowFormats: readonly RowFormat[] = [
  { maxNameLength: 60, hasVariants: true },
  { maxNameLength: 32, hasVariants: true },
  { maxNameLength: 16, hasVariants: true },
  { maxNameLength: 32 },
  { maxNameLength: 16 },
]
type RowFormat = { maxNameLength: number; hasVariants?: boolean; isOwn?: boolean }

const [fieldSeparator, rowSeparator] = ['\t', '\n']
const letterByField = { name: 'n', priceFen: 'p', category: 'c', member: 'm' } as const satisfies Record<
  HintedField,
  string
>
const hintedFields = Object.keys(letterByField) as HintedField[] // the keys of the constant above
/** Images of other hosts are left out. */
const ownImagePattern = /^\/img\/[\w-]+\/\d+\/[\w-]+\.webp(?:#[\w-]{1,11})?$/
const shopTypeByLetter = { t: 'taobao', w: 'weidian', a: 'ali_1688' } as const satisfies Record<
  string,
  ShopType
>

/**
 * The URL of a haul: `/haul?h=1…`, without images and hints, with names truncated and variants left out as far as needed.
 * Undefined when it would be longer than 2,000 characters. It holds the list and nothing about its author.
 */
export function buildHaulUrl(haul: Haul, origin: string): string | undefined {
  const sharedHaul = { ...haul, items: haul.items.map(removeHints) }
  for (const rowFormat of rowFormats) {
    const url = `${origin}${paths.haul()}?h=${version}${toBase64url(formatHaul(sharedHaul, rowFormat))}`
    if (url.length <= haulLimits.maxUrlLength) return url
  }
  return undefined
}

/** An item without what only its visitor's own link stated. */
function removeHints({ hinted = [], ...item }: HaulItem): HaulItem {
  if (!item.offer) return item
  return {
    ...item,
    ...(hinted.includes('name') && { name: formatItemNumber(item.offer) }),
    ...(hinted.includes('priceFen') && { priceFen: null }),
    ...(hinted.includes('category') && { category: null, typicalGrams: null }),
  }
}

/** The haul in a URL's `h`; undefined for every text that `buildHaulUrl` cannot write. */
export function parseHaulUrl(h: string): Haul | undefined {
  if (h.length > haulLimits.maxUrlLength || !h.startsWith(version)) return undefined
  const text = fromBase64url(h.slice(version.length))
  const haul = text === undefined ? undefined : parseHaul(text)
  // What a stranger's link says is never a hint of this visitor.
  return haul && { ...haul, items: haul.items.map(({ hinted: _, ...item }) => item) }
}

/** The text of a haul for the storage of this device, with full names, images and marks of hints. */
export function serializeHaul(haul: Haul): string {
  return (
    version + formatHaul(haul, { maxNameLength: haulLimits.maxNameLength, hasVariants: true, isOwn: true })
  )
}

/** The inverse of `serializeHaul`; undefined for any other text. */
export function deserializeHaul(text: string): Haul | undefined {
  return text.startsWith(version) ? parseHaul(text.slice(version.length)) : undefined
}

function formatHaul(haul: Haul, format: RowFormat): string {
  const head = [haul.destination, haul.packingPercent, haul.withinDays ?? '']
  const rows = haul.items.map((item) => formatRow(item, format))
  return [head.join(fieldSeparator), ...rows].join(rowSeparator)
}

/** Empty fields at the end are left out. */
function formatRow(item: HaulItem, { maxNameLength, hasVariants = false, isOwn = false }: RowFormat): string {
  const {
    name,
    grams,
    sidesMm,
    category,
    quantity,
    priceFen,
    offer,
    sku,
    variant,
    picture,
    typicalGrams,
    hinted,
  } = item
  const fields = [
    truncateName(stripMarks(name), maxNameLength),
    grams ?? '',
    sidesMm?.join('x') ?? '',
    category ?? '',
    quantity === 1 ? '' : quantity,
    priceFen ?? '',
    offer ? formatOfferKey(offer) : '',
    isOwn && ownImagePattern.test(picture) ? picture : '',
    hasVariants && sku !== null && isSku(sku) ? sku : '',
    hasVariants ? truncateName(stripMarks(variant), maxNameLength) : '',
    isOwn || grams === null ? (typicalGrams ?? '') : '',
    isOwn ? (hinted?.map((field) => letterByField[field]).join('') ?? '') : '',
  ]
  return fields.join(fieldSeparator).replace(/\t+$/, '')
}

function truncateName(name: string, maxLength: number): string {
  const letters = [...name]
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : name
}

/** Any deviation from the format makes the whole text invalid. */
function parseHaul(text: string): Haul | undefined {
  const [head = '', ...rows] = text.split(rowSeparator)
  const [destination = '', packingText = '', withinText = '', ...more] = head.split(fieldSeparator)
  const packingPercent = parseWholeNumber(packingText, 0, haulLimits.maxPackingPercent)
  const withinDays = withinText === '' ? null : parseWholeNumber(withinText, 1, 999)
  if (!/^([A-Z]{2})?$/.test(destination) || packingPercent === undefined || withinDays === undefined)
    return undefined
  const items = rows.map(parseRow)
  if (more.length > 0 || items.length > haulLimits.maxItems || !items.every((item) => item !== undefined))
    return undefined
  return countPieces(items) > haulLimits.maxPieces
    ? undefined
    : { destination, packingPercent, withinDays, items }
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
    typicalGrams = '',
    hinted = '',
  ] = row.split(fieldSeparator)
  const item = {
    id,
    name: capMarks(name),
    grams: parseOptional(grams, (text) => parseWholeNumber(text, 1, haulLimits.maxGrams)),
    sidesMm: parseOptional(sides, parseSides),
    category: parseOptional(category, (text) => (/^\d{1,6}$/.test(text) ? text : undefined)),
    quantity: parseWholeNumber(quantity || '1', 1, haulLimits.maxPieces),
    priceFen: parseOptional(price, (text) => parseWholeNumber(text, 0, 999_999_999)),
    offer: parseOptional(offer, parseOffer),
    picture: picture === '' || ownImagePattern.test(picture) ? picture : undefined,
    sku: parseOptional(sku, (text) => (isSku(text) ? text : undefined)),
    variant: isPlainName(variant) ? capMarks(variant) : undefined,
    ...(typicalGrams !== '' && { typicalGrams: parseWholeNumber(typicalGrams, 1, haulLimits.maxGrams) }),
    ...(hinted !== '' && { hinted: parseHinted(hinted) }),
  }
  return hasVisibleText(name) && isPlainName(name) && isCompleteItem(item) ? item : undefined
}

function isPlainName(text: string): boolean {
  return text === stripMarks(text) && text.length <= 2 * haulLimits.maxNameLength
}

function isCompleteItem(item: { [Field in keyof HaulItem]: HaulItem[Field] | undefined }): item is HaulItem {
  return Object.values(item).every((value) => value !== undefined)
}

function parseOptional<T>(text: string, parse: (text: string) => T | undefined): T | null | undefined {
  return text === '' ? null : parse(text)
}

function parseWholeNumber(text: string, min: number, max: number): number | undefined {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

function parseSides(text: string): DimensionsMm | undefined {
  const [a, b, c, ...more] = text.split('x').map((side) => parseWholeNumber(side, 1, haulLimits.maxSideMm))
  return a && b && c && more.length === 0 ? [a, b, c] : undefined
}

function parseHinted(letters: string): HintedField[] | undefined {
  const fields = hintedFields.filter((field) => letters.includes(letterByField[field]))
  return fields.length === letters.length ? fields : undefined
}

/** Skus are on one line, without tabs. */
function isSku(text: string): boolean {
  return text !== '' && text.length <= haulLimits.maxSkuLength && text === stripMarks(text)
}

function parseOffer(text: string): ItemParams | undefined {
  const [letter = '', productCode] = [text[0], text.slice(1)]
  const shopType = new Map<string, ShopType>(Object.entries(shopTypeByLetter)).get(letter)
  return shopType && itemIdPattern.test(productCode) ? { shopType, productCode } : undefined
}
