import { type HintCurrency, hintCurrencies } from '#shared/items/link-hints.ts'
import { readingLimits } from '../../page-reading.ts'
import { cleanReadText } from '../../read-text.ts'
import {
  findAll,
  findAround,
  isText,
  listAttributes,
  listChildNodes,
  readAttribute,
  readTextLength,
  readWholeText,
} from './dom-access.ts'
import { parseWeight } from './weight.ts'

/** What the page says about its item for programs. */
export type StructuredData = {
  title: string | null
  price: StructuredPrice | null
  weightGrams: number | null
  /** Addresses as written. */
  pictures: string[]
}
export type StructuredPrice = { price: number; priceTo: number | null; currency: HintCurrency }

const limits = {
  blocks: 200,
  blockLength: 256 * 1024,
  values: 4_000,
  depth: 12,
  offers: 200,
  pictures: 60,
} as const
const productType = /(?:^|\/)(?:Product|ProductGroup|IndividualProduct|ProductModel)$/
/** Fields that lead to the page's own product. */
const ownFields = ['@graph', 'mainEntity', 'mainEntityOfPage'] as const

/**
 * The product of the page's JSON-LD; of several, the one with the item's number. Blocks over 256 KiB, behind the first
 * 200, or that do not parse are skipped.
 */
export function readJsonLd(document: Document, id: string | null): StructuredData | undefined {
  const products = findAll(document, 'script[type="application/ld+json"]', limits.blocks)
    .flatMap(parseBlock)
    .flatMap(listProducts)
  const own = id === null ? undefined : products.find((product) => nameItem(product).includes(id))
  const product = own ?? products[0]
  return product && readProduct(product)
}

function parseBlock(script: Element): unknown[] {
  let length = 0
  for (const node of listChildNodes(script)) length += isText(node) ? readTextLength(node) : 0
  if (length > limits.blockLength) return []
  const text = readWholeText(script)
  if (/(?:[[{]\s*){64}/.test(text)) return []
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

function listProducts(block: unknown): object[] {
  const products: object[] = []
  const queue: { value: unknown; depth: number }[] = [{ value: block, depth: 0 }]
  for (let count = 0; count < limits.values; count++) {
    const next = queue.shift()
    if (!next) break
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || depth > limits.depth) continue
    if (Array.isArray(value))
      queue.push(...value.slice(0, limits.offers).map((inner) => ({ value: inner, depth: depth + 1 })))
    else if (hasProductType(value)) products.push(value)
    else queue.push(...ownFields.map((name) => ({ value: getOwn(value, name), depth: depth + 1 })))
  }
  return products
}

function hasProductType(value: object): boolean {
  return toArray(getOwn(value, '@type')).some((type) => typeof type === 'string' && productType.test(type))
}

function nameItem(product: object): string {
  return ['sku', 'productID', 'mpn', 'url', '@id', 'productGroupID']
    .map((name) => getOwn(product, name))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' ')
    .slice(0, 4_000)
}

function readProduct(product: object): StructuredData {
  const variants = toArray(getOwn(product, 'hasVariant')).slice(0, limits.offers)
  const offers = [product, ...variants].flatMap((holder) =>
    toArray(getOwn(holder, 'offers')).slice(0, limits.offers),
  )
  return {
    title: toTitle(getOwn(product, 'name')),
    price: mergeOffers(offers.map(readOffer)),
    weightGrams: readWeight(getOwn(product, 'weight')),
    pictures: [product, ...variants]
      .flatMap((holder) => toArray(getOwn(holder, 'image')))
      .flatMap(toPicture)
      .slice(0, limits.pictures),
  }
}

function toTitle(value: unknown): string | null {
  return typeof value === 'string' ? cleanReadText(value, readingLimits.title) : null
}

function toPicture(value: unknown): string[] {
  const address = typeof value === 'object' ? (getOwn(value, 'contentUrl') ?? getOwn(value, 'url')) : value
  return typeof address === 'string' ? [address] : []
}

type Offer = {
  low: number | undefined
  high: number | undefined
  currency: HintCurrency | undefined
  from: number | undefined
}

function readOffer(offer: unknown): Offer {
  const specification = toArray(getOwn(offer, 'priceSpecification')).find(isOrdinaryPrice)
  const single = parsePrice(getOwn(offer, 'price') ?? getOwn(specification, 'price'))
  const quantity = getOwn(offer, 'eligibleQuantity') ?? getOwn(specification, 'eligibleQuantity')
  const code = getOwn(offer, 'priceCurrency') ?? getOwn(specification, 'priceCurrency')
  return {
    low: parsePrice(getOwn(offer, 'lowPrice')) ?? single,
    high: parsePrice(getOwn(offer, 'highPrice')) ?? single,
    currency: findCurrency(code),
    from: Number(getOwn(quantity, 'minValue') ?? getOwn(quantity, 'value') ?? Number.NaN),
  }
}

/** Neither a price that is crossed out nor one for members. */
function isOrdinaryPrice(specification: unknown): boolean {
  const type = String(getOwn(specification, 'priceType') ?? '')
  return (
    !/list|strikethrough|msrp|srp/i.test(type) && getOwn(specification, 'validForMemberTier') === undefined
  )
}

/** One price for all offers: a range, or by quantity the price of the smallest. */
function mergeOffers(offers: readonly Offer[]): StructuredPrice | null {
  const valid = offers.filter(({ low, currency }) => low !== undefined && currency !== undefined)
  const currency = (valid.find((offer) => offer.currency === 'CNY') ?? valid[0])?.currency
  const same = valid.filter((offer) => offer.currency === currency)
  const ladder = same.filter(({ from }) => from !== undefined && !Number.isNaN(from))
  const smallest =
    ladder.length > 1 ? ladder.toSorted((a, b) => Number(a.from) - Number(b.from)).slice(0, 1) : same
  const amounts = smallest.flatMap(({ low, high }) => [low, high]).filter((amount) => amount !== undefined)
  if (!currency || amounts.length === 0) return null
  return toRange(Math.min(...amounts), Math.max(...amounts), currency)
}

/** A price with its upper end, where that differs. */
export function toRange(low: number, high: number, currency: HintCurrency): StructuredPrice {
  return { price: low, priceTo: high > low ? high : null, currency }
}

/** Decimal digits only; undefined for everything else, and for what is no possible price. */
function parsePrice(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(text) ? text.replaceAll(',', '') : text
  const price = /^\d{1,7}(?:\.\d{1,4})?$/.test(plain) ? Math.round(Number(plain) * 100) / 100 : 0
  return price > 0 && price <= readingLimits.price ? price : undefined
}

function findCurrency(value: unknown): HintCurrency | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase().replace('RMB', 'CNY') : ''
  return hintCurrencies.find((currency) => currency === code)
}

function readWeight(value: unknown): number | null {
  if (typeof value === 'string') return parseWeight(value)
  const amount = getOwn(value, 'value')
  const unit = String(getOwn(value, 'unitCode') ?? getOwn(value, 'unitText') ?? '')
  const name = /^(?:kgm|kg|kilograms?)$/i.test(unit) ? 'kg' : /^(?:grm|g|grams?)$/i.test(unit) ? 'g' : ''
  return (typeof amount === 'string' || typeof amount === 'number') && name
    ? parseWeight(`${amount} ${name}`)
    : null
}

/** A product in the page's microdata, without what its reviews say. */
export function readMicrodata(document: Document): StructuredData | undefined {
  const scope = findAll(document, '[itemscope][itemtype*="schema.org/Product"]', limits.values).find(
    (element) => !findScope(element) && !findAround(element, 'aside, nav, footer'),
  )
  if (!scope) return undefined
  const own = findAll(scope, '[itemprop]', limits.values)
  const ofProduct = own.filter((element) => findScope(element) === scope)
  const offers = ofProduct
    .filter(
      (element) =>
        isProperty(element, 'offers') && listAttributes(element).some(({ name }) => name === 'itemscope'),
    )
    .slice(0, limits.offers)
  const read = (name: string) => ofProduct.find((element) => isProperty(element, name))
  const [name, weight] = [read('name'), read('weight')]
  return {
    title: name ? toTitle(readValue(name)) : null,
    price: mergeOffers(offers.map((offer) => readMicrodataOffer(offer, own))),
    weightGrams: weight ? parseWeight(readValue(weight)) : null,
    pictures: ofProduct
      .filter((element) => isProperty(element, 'image'))
      .map(readValue)
      .slice(0, limits.pictures),
  }
}

function readMicrodataOffer(offer: Element, own: readonly Element[]): Offer {
  const ofOffer = own.filter((element) => findScope(element) === offer)
  const read = (name: string) => {
    const element = ofOffer.find((each) => isProperty(each, name))
    return element && readValue(element)
  }
  const single = parsePrice(read('price'))
  return {
    low: parsePrice(read('lowPrice')) ?? single,
    high: parsePrice(read('highPrice')) ?? single,
    currency: findCurrency(read('priceCurrency')),
    from: undefined,
  }
}

/** The scope whose property an element is; an element that is a scope belongs to the one around it. */
function findScope(element: Element): Element | null {
  return findAround(element, '[itemscope]')
}

function isProperty(element: Element, name: string): boolean {
  return readAttribute(element, 'itemprop').split(/\s+/).includes(name)
}

function readValue(element: Element): string {
  const written = ['content', 'href', 'src']
    .map((name) => readAttribute(element, name))
    .find((value) => value !== '')
  return (written ?? readWholeText(element)).slice(0, 4_000).trim()
}

/** What is said for previews of links. */
export type OpenGraph = {
  title: string | null
  siteName: string | null
  isProduct: boolean
  price: StructuredPrice | null
  pictures: string[]
}

/** Reads the page's Open Graph elements. */
export function readOpenGraph(document: Document): OpenGraph {
  const metas = findAll(document, 'meta[property], meta[name]', 400)
  const list = (...names: string[]) =>
    metas
      .filter((meta) =>
        names.includes((readAttribute(meta, 'property') || readAttribute(meta, 'name')).toLowerCase()),
      )
      .map((meta) => readAttribute(meta, 'content'))
  const amount = parsePrice(list('product:price:amount', 'og:price:amount', 'product:sale_price:amount')[0])
  const currency = findCurrency(
    list('product:price:currency', 'og:price:currency', 'product:sale_price:currency')[0],
  )
  return {
    title: toTitle(list('og:title')[0]),
    siteName: toTitle(list('og:site_name')[0]),
    isProduct: list('og:type').some((type) => /product|item|goods/i.test(type)),
    price: amount !== undefined && currency ? toRange(amount, amount, currency) : null,
    pictures: list('og:image', 'og:image:url', 'og:image:secure_url').slice(0, limits.pictures),
  }
}

/** A value's own field: pages can give every object more of them. */
function getOwn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function toArray(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
