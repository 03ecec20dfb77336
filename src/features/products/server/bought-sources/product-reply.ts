import type { ItemKey } from '#shared/marketplaces.ts'
import {
  findField,
  getValueAtPath,
  isNonEmptyText,
  isObjectLike,
  isScalar,
} from '#shared/server/outbound/described-sources/reply-value.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import type { InfoSourceResult } from '../info/info-source.ts'
import { fenToYuan, normalizeInfo, type RawProductInfo } from '../info/normalize-info.ts'
import { createChoiceReader, type Pair, readPairs } from './choices.ts'
import type { ProductFields, VariantFields } from './product-fields.ts'

/** The maximum numbers of entries that are read; `normalizeInfo` keeps fewer of them. */
const maxEntries = { pictures: 200, variants: 1000 } as const

/** The field names that sources use for the ids of a choice beside its picture. */
const idsNames = ['properties', 'ids']

/** The field names that sources use for the address of a picture. */
const pictureNames = ['url', 'image_url', 'imageUrl', 'imgUrl', 'image', 'img', 'src']

/**
 * Reads an item from an untrusted reply. `unknown`: the reply has an item without any data, as for a number that does not
 * exist. Throws a SourceError when there is no item, or another one.
 */
export function readProduct(reply: unknown, fields: ProductFields, { itemId }: ItemKey): InfoSourceResult {
  const item = getValueAtPath(reply, fields.itemAt)
  // Without a code, an empty reply may be an error message as well.
  if (isEmpty(item)) return { state: fields.codeAt ? 'not-found' : 'unknown' }
  if (!isObjectLike(item)) throw new SourceError('bad-body', 'The response has no item at itemAt.')
  const draft = readDraft(item, fields)
  const { title, titleOriginal, price, images, skus } = draft
  const hasNothing = [title, titleOriginal, price, images[0], skus?.[0]].every((value) => value === undefined)
  if (hasNothing) return { state: 'unknown' }
  assertSameItem(item, fields, itemId)
  const info = normalizeInfo(draft)
  if (!info) throw new SourceError('bad-body', 'The item has no title at titleAt.')
  return { state: 'found', info }
}

/** Whether a source says that it has nothing: null, an empty list or an empty object. */
function isEmpty(item: unknown): boolean {
  return item === null || (isObjectLike(item) && Object.keys(item).length === 0)
}

/** Throws a SourceError when the item's number is another one or missing. */
function assertSameItem(item: unknown, { itemIdAt }: ProductFields, itemId: string): void {
  if (itemIdAt === undefined) return
  const id = getValueAtPath(item, itemIdAt)
  if (!isScalar(id) || String(id) !== itemId)
    throw new SourceError('bad-body', 'The response is about another item.')
}

function readDraft(item: unknown, fields: ProductFields): RawProductInfo {
  const { variantsAt, variant = {} } = fields
  const toPrice = fields.priceUnit === 'fen' ? fenToYuan : (value: unknown) => value
  const choices = createChoiceReader(fields.axesAt ? readPairs(findValue(item, fields.axesAt)) : [])
  const choicePictures = readChoicePictures(findValue(item, fields.choicePicturesAt))
  const skus = variantsAt === undefined ? [] : listVariants(getValueAtPath(item, variantsAt))
  return {
    title: findScalar(item, fields.titleAt),
    titleOriginal: findScalar(item, fields.originalTitleAt),
    price: toPrice(findScalar(item, fields.priceAt)),
    currency: findScalar(item, fields.currencyAt) ?? fields.currency,
    images: (fields.picturesAt ?? []).flatMap((path) => readPictures(getValueAtPath(item, path))),
    skus: skus.map(([key, value]) => readVariant(value, variant, { key, toPrice, choices, choicePictures })),
    axes: choices.listAxes(),
    properties: readPairs(findValue(item, fields.propertiesAt)).map(({ axis, value }) => [axis, value]),
  }
}

/** The variants in a list, or in an object whose names are their ids. */
function listVariants(value: unknown): [key: string | undefined, variant: unknown][] {
  if (!isObjectLike(value)) return []
  const entries: [string | undefined, unknown][] = Array.isArray(value)
    ? value.map((entry: unknown) => [undefined, entry])
    : Object.entries(value)
  return entries.filter(([, entry]) => isObjectLike(entry)).slice(0, maxEntries.variants)
}

type VariantContext = {
  /** Its name in the object of variants. */
  key: string | undefined
  toPrice: (value: unknown) => unknown
  choices: ReturnType<typeof createChoiceReader>
  /** Pictures by the ids of a choice. */
  choicePictures: ReadonlyMap<string, string>
}

function readVariant(
  value: unknown,
  fields: VariantFields,
  { key, toPrice, choices, choicePictures }: VariantContext,
): NonNullable<RawProductInfo['skus']>[number] {
  const chosen = choices.read(findValue(value, fields.choicesAt))
  const names = chosen.pairs.map((pair: Pair) => pair.value).join(' / ')
  const [picture] = (fields.pictureAt ?? []).flatMap((path) => readPictures(getValueAtPath(value, path)))
  return {
    skuID: findScalar(value, fields.idAt) ?? key ?? (chosen.propsID || names),
    name: findScalar(value, fields.nameAt) ?? names,
    imgUrl: picture ?? chosen.pairs.map(({ ids = '' }) => choicePictures.get(ids)).find(isNonEmptyText),
    stock: findScalar(value, fields.stockAt),
    propsID: chosen.propsID,
    price: toPrice(findScalar(value, fields.priceAt)),
  }
}

/** The addresses in a list of addresses or of objects with one, or the single one. One without a scheme gets https. */
function readPictures(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value.slice(0, maxEntries.pictures) : [value]
  return entries.flatMap((entry) => {
    const address = isNonEmptyText(entry) ? entry : findField(entry, pictureNames, isNonEmptyText)
    return address?.replace(/^\/\//, 'https://') ?? []
  })
}

/** The pictures in a list of objects with `pid:vid` and an address, or in an object by `pid:vid`. */
function readChoicePictures(value: unknown): Map<string, string> {
  if (!isObjectLike(value)) return new Map()
  const entries: [unknown, unknown][] = Array.isArray(value)
    ? value.map((entry: unknown) => [findField(entry, idsNames, isNonEmptyText), entry])
    : Object.entries(value)
  const pictures = entries.slice(0, maxEntries.variants).flatMap(([ids, entry]) => {
    const [picture] = readPictures(entry)
    return typeof ids === 'string' && picture ? [[ids, picture] as const] : []
  })
  return new Map(pictures)
}

function findScalar(record: unknown, paths: readonly string[] = []): string | number | undefined {
  return paths.map((path) => getValueAtPath(record, path)).find(isScalar)
}

function findValue(record: unknown, paths: readonly string[] = []): unknown {
  const values = paths.map((path) => getValueAtPath(record, path))
  return values.find((value) => value !== undefined && value !== null && value !== '')
}
