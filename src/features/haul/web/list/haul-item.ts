import type { QueryClient } from '@tanstack/react-query'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { toScaledIntegerUp } from '#features/freight/engine/fixed-point.ts'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { getTypicalGrams } from '#features/freight/kinds/typical-grams.ts'
import { getStoredHints } from '#features/product-links/web/use-stored-hints.ts'
import type { InfoResult } from '#features/products/contract.ts'
import { parseDimensions } from '#features/products/dimensions.ts'
import { productInfoQuery, productQuery } from '#features/products/web/queries.ts'
import type { ApiClient } from '#shared/contract.ts'
import { stripMarks } from '#shared/format/plain-text.ts'
import { describeVariant } from '#shared/items/item-variant.ts'
import { findChosenSku } from '#shared/items/variant-selection.ts'
import { formatItemNumber, type ItemParams } from '#shared/marketplaces.ts'
import { toClaimedProduct } from '../../claimed-product.ts'
import { type DimensionsMm, haulLimits } from '../../haul.ts'
import type { NewItem } from '../../item-list.ts'
import { type ListedProduct, toListedProduct } from '../../listed-product.ts'

/** The item of a link, with its data from the catalog, else from a source. It never rejects. */
export async function lookUpItem(
  queryClient: QueryClient,
  send: ApiClient,
  offer: ItemParams,
): Promise<NewItem> {
  const [product, info] = await Promise.all([
    queryClient.fetchQuery(productQuery(send, offer)).then(({ data }) => data, returnNull),
    queryClient.fetchQuery(productInfoQuery(send, offer)).then(({ data }) => data, returnNull),
  ])
  if (product) return createListedItem(toListedProduct(product))
  return info?.productInfo ? createUnlistedItem(offer, info) : createHintedItem(offer)
}

function returnNull(): null {
  return null
}

/** An item without information, with what the visitor's own link stated. */
export async function createHintedItem(offer: ItemParams): Promise<NewItem> {
  const { title = null, price = null, currency = null } = getStoredHints(offer) ?? {}
  const kind = title ? await guessKind(title) : null
  return createListedItem(toClaimedProduct(offer, { title, price, currency, kind }))
}

/** An item that is not in the catalog, with the data of a source and the source's shown variant. */
function createUnlistedItem(offer: ItemParams, response: InfoResult): NewItem {
  const info = response.productInfo
  const sku = info && findChosenSku(info.skus, response.shownSku)
  const variant = sku && describeVariant(info, sku)
  return createListedItem({
    ...offer,
    name: info?.title || formatItemNumber(offer),
    weight: info?.weight ?? null,
    dimensions: null,
    kind: response.kind,
    sku: variant?.skuId || null,
    variant: variant?.name ?? '',
    priceYuan: info?.currency === 'CNY' ? (variant?.price ?? info.price) : null,
    picture: variant?.image || info?.imgList[0] || '',
  })
}

/** A saved item. One without information has the hints from the member's own link. */
export function createItemFromEntry(entry: CollectionEntry): NewItem {
  const { shopType, productCode, price, priceNow, currency, imgList, skuId, variant, note, kind } = entry
  if (note) return createListedItem(toClaimedProduct(entry, { ...note, kind }))
  const name = getEntryTitle(entry)
  return {
    name: shortenName(name),
    ...toMeasurements(entry.weight, entry.dimensions),
    ...toKindFields(kind),
    quantity: 1,
    priceFen: currency === 'CNY' ? toPriceFen(priceNow ?? price) : null,
    offer: { shopType, productCode },
    sku: skuId,
    variant: shortenName(variant),
    picture: imgList[0] ?? '',
  }
}

/** An item of which only the name is known. The words that its kind is guessed from load with the first one. */
export async function createTypedItem(name: string): Promise<NewItem> {
  const unknown = {
    grams: null,
    sidesMm: null,
    priceFen: null,
    offer: null,
    sku: null,
    variant: '',
    picture: '',
  }
  return { ...unknown, ...toKindFields(await guessKind(name)), name: shortenName(name), quantity: 1 }
}

async function guessKind(title: string): Promise<ItemKind | null> {
  const { getItemKind } = await import('#features/freight/kinds/item-kind.ts')
  return getItemKind(title)
}

export function createListedItem(product: ListedProduct): NewItem {
  const { shopType, productCode, name, priceYuan, weight, dimensions, kind, sku, variant, picture, hinted } =
    product
  return {
    name: shortenName(name),
    ...toMeasurements(weight, dimensions),
    ...toKindFields(kind),
    quantity: 1,
    priceFen: toPriceFen(priceYuan),
    offer: { shopType, productCode },
    sku,
    variant: shortenName(variant),
    picture,
    ...(hinted && { hinted }),
  }
}

function toKindFields(kind: ItemKind | null): Pick<NewItem, 'category' | 'typicalGrams'> {
  return kind ? { category: kind.category, typicalGrams: getTypicalGrams(kind) } : { category: null }
}

function shortenName(name: string): string {
  return [...stripMarks(name).trim()].slice(0, haulLimits.maxNameLength).join('')
}

/** Weight and size of a listing. A size that no parcel can have is an error: then the weight is ignored too. */
function toMeasurements(
  weight: number | null,
  dimensions: string | null,
): Pick<NewItem, 'grams' | 'sidesMm'> {
  const sidesMm = parseSidesMm(dimensions)
  const isImpossible = sidesMm === null && parseDimensions(dimensions) !== undefined
  return { grams: isImpossible ? null : toItemGrams(weight), sidesMm }
}

function toItemGrams(weight: number | null): number | null {
  return weight !== null && weight >= 1 && weight <= haulLimits.maxGrams ? Math.ceil(weight) : null
}

/** `34 x 22 x 12` in cm as whole millimeters, rounded up; null for an invalid size or a side above 10 m. */
export function parseSidesMm(text: string | null): DimensionsMm | null {
  const sizeCm = parseDimensions(text)
  if (!sizeCm) return null
  const sidesCm = [sizeCm.length, sizeCm.width, sizeCm.height] as const
  if (sidesCm.some((side) => side > haulLimits.maxSideMm / 10 || side < 0.1)) return null
  const [a, b, c] = sidesCm.map((side) => toScaledIntegerUp(side, 1))
  return a && b && c ? [a, b, c] : null
}

/** Prices have at most two decimals, so rounding only undoes the binary fraction. */
function toPriceFen(yuan: number | null): number | null {
  return yuan === null || yuan > 9_999_999 ? null : Math.round(yuan * 100)
}
