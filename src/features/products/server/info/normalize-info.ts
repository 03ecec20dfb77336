import { dropSamePhotos } from '#features/images/original-address.ts'
import type { ProductInfo, Sku } from '#shared/items/product-info.ts'
import { cleanMap, cleanText } from '#shared/server/clean-text.ts'

const maxSizes = {
  title: 300,
  name: 120,
  ids: 300,
  url: 2048,
  images: 60,
  skus: 1000,
  axes: 10,
  values: 200,
  properties: { entries: 100, name: 120, value: 500 },
  yuan: 10_000_000,
} as const

/** An item as received from a source: not cleaned, and any field may be missing or of another type. */
export type RawProductInfo = {
  title: unknown
  titleOriginal?: unknown
  /** In whole units of the currency, not in fen. */
  price?: unknown
  /** Yuan by default. */
  currency?: unknown
  images: readonly unknown[]
  skus?: readonly { [K in keyof Sku]?: unknown }[]
  axes?: readonly { id: unknown; name: unknown; values: readonly { id: unknown; name: unknown }[] }[]
  properties?: Iterable<[string, unknown]>
}

/**
 * Normalizes a source's data: texts are cleaned and lists truncated. Undefined without a title. An item without a price gets
 * the lowest price of its variants, or null when there is none.
 */
export function normalizeInfo(draft: RawProductInfo): ProductInfo | undefined {
  const original = toText(draft.titleOriginal, maxSizes.title)
  const title = toText(draft.title, maxSizes.title) || original
  if (!title) return undefined
  const lowestPrice = findLowestPrice(draft.skus ?? [])
  const price = parseAmount(draft.price) ?? lowestPrice ?? null
  const currency = toText(draft.currency, 3).toUpperCase()
  return {
    title,
    titleOriginal: original === title ? '' : original,
    price,
    currency: /^[A-Z]{3}$/.test(currency) ? currency : 'CNY',
    imgList: dropSamePhotos(draft.images.slice(0, maxSizes.images).map(toUrlText)).filter(Boolean),
    skus: (draft.skus ?? []).slice(0, maxSizes.skus).map((sku) => normalizeSku(sku, price)),
    productAttr: (draft.axes ?? []).slice(0, maxSizes.axes).map(({ id, name, values }) => ({
      attrID: toText(id, maxSizes.name),
      attrTrans: toText(name, maxSizes.name),
      values: values.slice(0, maxSizes.values).map((value) => ({
        valueID: toText(value.id, maxSizes.name),
        valueTrans: toText(value.name, maxSizes.name),
      })),
    })),
    propsTrans: cleanMap(draft.properties ?? [], maxSizes.properties),
  }
}

function normalizeSku(sku: { [K in keyof Sku]?: unknown }, price: number | null): Sku {
  const name = toText(sku.name, maxSizes.name)
  return {
    skuID: toText(sku.skuID, maxSizes.name),
    specId: toText(sku.specId, maxSizes.name),
    name,
    nameTrans: toText(sku.nameTrans, maxSizes.name) || name,
    imgUrl: toUrlText(sku.imgUrl),
    stock: toStock(sku.stock),
    propsID: toText(sku.propsID, maxSizes.ids).replaceAll(' ', ''),
    propsCode: toText(Array.isArray(sku.propsCode) ? sku.propsCode.join(';') : sku.propsCode, maxSizes.ids),
    price: parseAmount(sku.price) ?? price,
  }
}

function findLowestPrice(skus: readonly { price?: unknown }[]): number | undefined {
  const prices = skus.slice(0, maxSizes.skus).flatMap(({ price }) => parseAmount(price) ?? [])
  return prices.length > 0 ? Math.min(...prices) : undefined
}

function toText(value: unknown, length: number): string {
  return typeof value === 'string' || typeof value === 'number' ? cleanText(String(value), length) : ''
}

/** A raw image URL. The image registry decides whether it may be shown. */
function toUrlText(value: unknown): string {
  return typeof value === 'string' && value.length <= maxSizes.url ? value.trim() : ''
}

function toStock(value: unknown): number | null {
  const pieces = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof pieces === 'number' && pieces >= 0 && Number.isFinite(pieces) ? Math.floor(pieces) : null
}

/** Parses an amount in hundredths to yuan. */
export function fenToYuan(value: unknown): number | undefined {
  const fen = parseAmount(value)
  return fen === undefined ? undefined : fen / 100
}

/** Parses an amount with two decimals from a number or a text like `¥1,299.00` or `168-175` (the first number counts). */
export function parseAmount(value: unknown): number | undefined {
  const text =
    typeof value === 'string' ? value.slice(0, 40).replaceAll(/,(?=\d{3}(?!\d))/g, '') : String(value)
  const amount = typeof value === 'number' ? value : Number(/^\D{0,8}(\d{1,9}(?:\.\d{1,6})?)/.exec(text)?.[1])
  if (!(amount >= 0 && amount <= maxSizes.yuan)) return undefined
  return Math.round(amount * 100) / 100
}
