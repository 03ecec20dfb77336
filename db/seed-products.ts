import type { productInfos, products, qcPhotos } from '#db/schema.ts'
import { yuanToFen } from '#shared/format/money.ts'
import type { ProductInfo, Sku } from '#shared/items/product-info.ts'
import { chooseShownVariant } from '#shared/items/shown-variant.ts'
import { parseShopType, type ShopType } from '#shared/marketplaces.ts'
import { DAY_MS } from '#shared/time.ts'

export type DemoVariant = {
  color: string
  colorZh: string
  sizes: string[]
  stock: number
  priceDelta: number
  image: string
}

/** An item as `demo/catalogue.json` describes it; picture names are relative to its folder. */
export type DemoItem = {
  slug: string
  title: string
  titleZh: string
  storeName: string
  productCode: string
  price: string
  weightGrams: number
  dimensionsCm: string
  category: string
  variants: DemoVariant[]
  properties: Record<string, string>
  shopImages: string[]
  qc: { file: string; agentKind: string; variantColor: string; takenDaysAgo: number; finding?: string }[]
}

const pictureSize = { width: 1080, height: 1080 }
const oneSize = 'one size'

/** Shoes and outerwear lead the list and the carousel; the rest follows in the catalogue's order. */
const trending = [
  'court-low-sneaker',
  'quilted-puffer',
  'suede-runner',
  'two-tone-windbreaker',
  'canvas-high-top',
  'flap-crossbody',
  'denim-jacket',
  'dial-watch-leather',
  'day-backpack',
  'leather-low-sneaker',
  'over-ear-headphones',
  'straight-jeans',
]

// Exceptions, so that every state of the product page can be seen.
const unmeasured = new Set(['patch-cap', 'folding-umbrella', 'plush-rabbit'])
const withoutQc = new Set(['striped-socks', 'dotted-notebook'])
const withoutProperties = new Set(['leather-key-fob'])
const withOnePicture = new Set(['enamel-pin'])
const withUnknownStock = new Set(['pendant-necklace'])

/** The items in the order of the list: the trending ones first. */
export function sortDemoItems(items: DemoItem[]): DemoItem[] {
  const positions = new Map(trending.map((slug, index) => [slug, index]))
  const getPosition = ({ slug }: DemoItem) => positions.get(slug) ?? trending.length
  return items.toSorted((a, b) => getPosition(a) - getPosition(b))
}

export function getItemKey({ storeName, productCode }: DemoItem): { shopType: ShopType; itemId: string } {
  const shopType = parseShopType(storeName)
  if (!shopType) throw new Error(`The demo catalogue names an unknown store: ${storeName}.`)
  return { shopType, itemId: productCode }
}

/** An image as the database stores it; the file is in the media folder under the same name. */
export function getImageName({ slug }: DemoItem, file: string): string {
  return `demo/${slug}/${file}`
}

export function getThumbnail(item: DemoItem): string {
  return getImageName(item, item.variants[0]?.image ?? item.shopImages[0] ?? '')
}

/** `index` is the position in the list, from 0; `approved` are the ratings of the item's public reviews. */
export function createProductRow(
  item: DemoItem,
  index: number,
  approved: readonly number[],
): typeof products.$inferInsert {
  const isMeasured = !unmeasured.has(item.slug)
  const onTrend = trending.includes(item.slug)
  return {
    ...getItemKey(item),
    name: item.title,
    priceFen: yuanToFen(Number(item.price)),
    thumbnail: getThumbnail(item),
    weightGrams: isMeasured ? item.weightGrams : null,
    dimensions: isMeasured ? item.dimensionsCm : null,
    shippingDays: index % 7 === 6 ? null : 2 + (index % 5),
    onTrend,
    position: index + 1,
    ratingSum: approved.reduce((sum, rating) => sum + rating, 0),
    reviewCount: approved.length,
  }
}

export function createInfoRow(item: DemoItem, index: number): typeof productInfos.$inferInsert {
  const info = createInfo(item, index)
  const labels = withoutQc.has(item.slug) ? [] : item.qc.map(({ variantColor }) => variantColor)
  return { ...getItemKey(item), source: 'catalogue', info, shown: chooseShownVariant(info, labels) }
}

export function createQcRows(item: DemoItem, now: number): (typeof qcPhotos.$inferInsert)[] {
  if (withoutQc.has(item.slug)) return []
  return item.qc.map(({ file, agentKind, variantColor, takenDaysAgo, finding }) => ({
    ...getItemKey(item),
    image: getImageName(item, file),
    source: agentKind.replace('warehouse', 'Warehouse'),
    variant: variantColor,
    finding: finding ?? null,
    takenAt: new Date(now - takenDaysAgo * DAY_MS),
    ...pictureSize,
  }))
}

function createInfo(item: DemoItem, index: number): ProductInfo {
  const pictures = withOnePicture.has(item.slug) ? item.shopImages.slice(0, 1) : item.shopImages
  return {
    title: item.title,
    titleOriginal: item.titleZh,
    price: yuanToFen(Number(item.price)) / 100,
    currency: 'CNY',
    imgList: pictures.map((file) => getImageName(item, file)),
    skus: createSkus(item, index),
    productAttr: createAttributes(item),
    propsTrans: withoutProperties.has(item.slug) ? {} : item.properties,
  }
}

function listSizes({ variants }: DemoItem): string[] {
  return [...new Set(variants.flatMap(({ sizes }) => sizes))].filter((size) => size !== oneSize)
}

function createAttributes(item: DemoItem): ProductInfo['productAttr'] {
  const colors = item.variants.map(({ color }, index) => ({ valueID: getColorId(index), valueTrans: color }))
  const sizes = listSizes(item).map((size, index) => ({ valueID: getSizeId(index), valueTrans: size }))
  const color = { attrID: '1', attrTrans: 'Color', values: colors }
  return sizes.length === 0 ? [color] : [color, { attrID: '2', attrTrans: 'Size', values: sizes }]
}

/** Every color in every size except the combinations that the seller does not make. */
function createSkus(item: DemoItem, index: number): Sku[] {
  const sizes = listSizes(item)
  const sizeIndexes = sizes.length === 0 ? [undefined] : sizes.keys().toArray()
  const all = item.variants.flatMap((_, color) => sizeIndexes.map((size) => ({ color, size })))
  return all
    .filter(({ color, size }) => !isMissing(index, color, size))
    .flatMap((position) => createSku(item, index, position) ?? [])
}

type SkuPosition = { color: number; size: number | undefined }

function createSku(item: DemoItem, index: number, { color, size }: SkuPosition): Sku | undefined {
  const variant = item.variants[color]
  if (!variant) return undefined
  const sizes = listSizes(item)
  const sizeName = size === undefined ? undefined : sizes[size]
  const propsID =
    size === undefined ? `1:${getColorId(color)}` : `1:${getColorId(color)};2:${getSizeId(size)}`
  const skuID = `${item.productCode}${color + 1}${String((size ?? 0) + 1).padStart(2, '0')}`
  return {
    skuID,
    specId: skuID,
    name: sizeName ? `${variant.colorZh};${sizeName}` : variant.colorZh,
    nameTrans: sizeName ? `${variant.color}, ${sizeName}` : variant.color,
    imgUrl: withOnePicture.has(item.slug) ? getThumbnail(item) : getImageName(item, variant.image),
    stock: withUnknownStock.has(item.slug) ? null : computeStock({ variant, sizes, index, color, size }),
    propsID,
    propsCode: propsID.replaceAll(/\d+:/g, ''),
    price: yuanToFen(Number(item.price)) / 100 + variant.priceDelta,
  }
}

const getColorId = (index: number) => String(101 + index)
const getSizeId = (index: number) => String(201 + index)

function isMissing(index: number, color: number, size: number | undefined): boolean {
  return size !== undefined && color > 0 && (index * 7 + color * 5 + size * 3) % 11 === 0
}

type StockInput = {
  variant: DemoVariant
  sizes: string[]
  index: number
  color: number
  size: number | undefined
}

/**
 * A color's stock spread over its sizes, most in the middle; some combinations are sold out, never the first.
 */
function computeStock({ variant, sizes, index, color, size }: StockInput): number {
  const isSoldOut = color + (size ?? 0) > 0 && (index * 5 + color * 3 + (size ?? 0) * 4) % 9 === 4
  if (isSoldOut) return 0
  if (size === undefined) return variant.stock
  const weights = sizes.map((_, sizeIndex) => 1 + Math.min(sizeIndex, sizes.length - 1 - sizeIndex))
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(1, Math.floor((variant.stock * (weights[size] ?? 1)) / totalWeight))
}
