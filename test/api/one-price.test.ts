import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { categories } from '#features/freight/built-in/lists.ts'
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { type CountryLines, compileCountryLines } from '#features/freight/engine/country-lines.ts'
import { getLinesForCountry, quoteLine, toShippingOption } from '#features/freight/engine/estimate.ts'
import { findExchange } from '#features/freight/engine/exchange.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { emptyHaul } from '#features/haul/haul.ts'
import { Planner, planHaul } from '#features/haul/haul-plan.ts'
import { addItem, type NewItem } from '#features/haul/item-list.ts'
import { toListedProduct } from '#features/haul/listed-product.ts'
import { createItemFromEntry, createListedItem } from '#features/haul/web/list/haul-item.ts'
import { getCardFacts } from '#features/inspection-card/card-facts.ts'
import type { InfoResult, Product } from '#features/products/contract.ts'
import { listSides } from '#features/products/dimensions.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { findCheapestListed, groupOptions } from '#features/shipping/web/results/option-order.ts'
import { renderer } from '#main/render.tsx'
import { guessItemEstimate } from '#pages/product/shipping/item-estimate.ts'
import { someProducts } from '#support/factories.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { createPictureReader, readCards, readPage, toPictureName } from '#test/drawn-items.ts'
import { seedDemo } from '../../db/seed.ts'

type Goods = {
  name: string
  kind?: string
  weightGrams: number | null
  dimensions: string | null
  priceFen?: number
}
type DemoItem = { title: string; weightGrams: number; dimensionsCm: string; price: string }

const catalogue: DemoItem[] = JSON.parse(
  readFileSync(new URL('../../db/demo/catalogue.json', import.meta.url), 'utf8'),
)
const demoGoods: Goods[] = catalogue.slice(0, 38).map(({ title, weightGrams, dimensionsCm, price }) => ({
  name: title,
  weightGrams,
  dimensions: dimensionsCm,
  priceFen: Math.round(Number(price) * 100),
}))
/** What lists hold besides: parts of what is known, limits, sizes that cost more than weights, names of any kind. */
const hardGoods: Goods[] = [
  { name: 'Low court sneaker', weightGrams: null, dimensions: '33x21x12' },
  { name: 'Low court sneaker', weightGrams: 860, dimensions: null },
  { name: 'Down jacket, packed loosely', weightGrams: 900, dimensions: '60x50x40' },
  { name: 'Fishing rod', weightGrams: 450, dimensions: '180x8x8' },
  { name: 'Power bank 20000 mAh', weightGrams: 420, dimensions: '14.5 × 7.2 × 2.8' },
  { name: 'Perfume 50 ml', weightGrams: 260, dimensions: '12x8.55x5' },
  { name: '重磅纯棉圆领短袖T恤', weightGrams: 245, dimensions: '35x28x3' },
  { name: 'Thing', kind: 'hoodie', weightGrams: 700, dimensions: '36x30x8' },
  { name: 'Down jacket', kind: 'none', weightGrams: 900, dimensions: '40x34x14' },
  { name: 'Thing', weightGrams: 1, dimensions: null },
  { name: 'Thing', weightGrams: 501, dimensions: '10x10x10' },
  { name: 'Dumbbell pair', weightGrams: 29_999, dimensions: '40x30x20' },
  { name: 'Marble table', weightGrams: 180_000, dimensions: '200x100x80' },
  { name: 'Wall mirror', weightGrams: 4000, dimensions: '1200x30x5' },
]
const allGoods = [...demoGoods, ...hardGoods]
const countries = ['DE', 'US', 'GB', 'AU', 'FR', 'CA', 'JP', 'KR', 'BR', 'AQ'] // no line goes to the last

const database = useDatabase()
useTokens(database)
const app = useApp(database, { renderer })
const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }))

/** Shipping alone in fen, as each place of the site counts it; null for none. */
type PlacePrices = Record<
  'card' | 'slip' | 'receipt' | 'page' | 'collection' | 'haul' | 'savedHaul',
  number | null
>

test('the same item costs the same to the same country on cards, item page, collection and in a haul of one piece', {
  timeout: 120_000,
}, async () => {
  await someProducts(database.db, allGoods)
  const codes = await list()
  expect(codes).toHaveLength(52)
  const entries = await saveAll(codes)

  const differences: string[] = []
  let [priced, unpriced] = [0, 0]
  for (const country of countries) {
    const products = await list(`&ShipTo=${country}`)
    const { tariffs, lines } = await loadLines(country)
    for (const product of products) {
      const entry = entries.find(({ productCode }) => productCode === product.productCode)
      if (!entry) throw new Error(`${product.name} is not in the collection.`)
      const prices: PlacePrices = {
        card: product.landed ? toFen(product.landed.freight) : null,
        ...countAsSlip(product, lines),
        page: await countAsPage(product, country),
        collection: countAsCollection(entry, tariffs, country),
        haul: countAsHaul(createListedItem(toListedProduct(product)), tariffs, country),
        savedHaul: countAsHaul(createItemFromEntry(entry), tariffs, country),
      }
      if (product.landed)
        expect(toFen(product.landed.total)).toBe(toFen(product.shown.price) + toFen(product.landed.freight))
      if (new Set(Object.values(prices)).size > 1)
        differences.push(`${product.name} to ${country}: ${JSON.stringify(prices)}`)
      if (prices.card === null) unpriced += 1
      else priced += 1
    }
  }
  const summary = `${codes.length} items x ${countries.length} countries: ${differences.length} differences`
  process.stdout.write(`${summary} (${priced} prices, ${unpriced} times none)\n`)
  expect(differences).toEqual([])
  expect(priced).toBeGreaterThan(300)
  expect(unpriced).toBeGreaterThan(60)
})

test('an item without a weight has the same typical weight on its page, in a haul and from the collection', async () => {
  const goods: Goods[] = [
    { name: 'Heavy fleece hoodie', weightGrams: null, dimensions: null },
    { name: 'Classic denim jacket', kind: 'coat', weightGrams: null, dimensions: '40x30x10' },
    { name: 'Heavy fleece hoodie', kind: 'none', weightGrams: null, dimensions: null },
    { name: 'Thing', weightGrams: null, dimensions: null },
  ]
  await someProducts(database.db, goods)
  const products = await list()
  const entries = await saveAll(products)
  const weights = products.map((product) => {
    const entry = entries.find(({ productCode }) => productCode === product.productCode)
    if (!entry) throw new Error(`${product.name} is not in the collection.`)
    const { weight, features } = guessItemEstimate(product.kind, product).search
    const pieces = [createListedItem(toListedProduct(product)), createItemFromEntry(entry)]
    for (const { typicalGrams, category, grams } of pieces)
      expect([typicalGrams?.toString(), category ?? undefined, grams]).toEqual([weight, features, null])
    return [weight, features]
  })
  expect(weights).toEqual([
    ['730', '102'],
    ['1350', '104'],
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('every item is shown by one variant: its price, its pictures and its price with shipping, wherever it stands', {
  timeout: 300_000,
}, async () => {
  await seedDemo(database.db, { mediaDir })
  const products = await list()
  expect(products).toHaveLength(62)
  const entries = await saveAll(products)
  const differences: string[] = []
  let [compared, photographed, another] = [0, 0, 0]

  const cards = readCards((await app().send('/popular?page=3')).text)
  const realities = readCards((await app().send('/popular?page=3&look=reality')).text)
  const opened = new Map<string, ReturnType<typeof readPage>>()
  for (const product of products) {
    const { shopType, productCode, name, shown: variant } = product
    const path = `/product/${shopType}/${productCode}`
    const entry = entries.find((one) => one.productCode === productCode && one.shopType === shopType)
    const [card, page] = [cards.get(path), readPage((await app().send(path)).text)]
    if (!card || !entry) throw new Error(`${name} has no card or is not in the collection.`)
    opened.set(path, page)
    const facts = await readFacts(product)
    const watch = Object(
      (
        await app().post(
          '/watches',
          { productCode, shopType, newPhotos: true },
          { authorization: tokens.user },
        )
      ).body,
    ).data
    const piece = createListedItem(toListedProduct(product))
    const saved = createItemFromEntry(entry)
    const pictureOf = createPictureReader(facts.info, facts.photos)
    const hasPhotos = facts.photos.length > 0
    const pricesByPlace = {
      price: [card.price, page.price, page.preview, toFen(variant.price), toFen(entry.price ?? 0)].concat(
        [toFen(entry.priceNow ?? 0), piece.priceFen ?? 0, saved.priceFen ?? 0, toFen(watch.price)],
        [Math.round(Number(facts.card.price?.slice(1)) * 100)],
      ),
      sku: [
        card.sku,
        variant.skuId,
        facts.infoResult.shownSku,
        entry.skuId,
        piece.sku,
        saved.sku,
        watch.skuId,
      ],
      variant: [
        variant.name,
        page.names.join(', '),
        entry.variant,
        piece.variant,
        saved.variant,
        watch.variant,
      ],
      pictured: [
        card.pictured,
        page.pictured,
        variant.pictured,
        facts.card.rows.find(({ label }) => label === 'Variant')?.value,
      ],
      listing: [
        card.listing,
        page.listing,
        ...[
          variant.image,
          entry.imgList[0],
          piece.picture,
          saved.picture,
          watch.image,
          facts.card.sellerImage,
        ].map(toName),
      ],
      reality: [
        card.reality,
        page.reality,
        realities.get(path)?.reality,
        ...[product.qcImage, entry.qcImage].map(toName),
      ],
    }
    for (const [what, values] of Object.entries(pricesByPlace)) {
      compared += values.length
      if (new Set(values).size > 1) differences.push(`${name}: ${what} ${JSON.stringify(values)}`)
    }
    const pictures = [card.listing, ...(hasPhotos ? [card.reality] : [])]
    for (const picture of pictures)
      if (!pictureOf(picture).includes(card.pictured))
        differences.push(`${name}: a picture of ${pictureOf(picture)}, not of ${card.pictured}`)
    if (hasPhotos) photographed += 1
    if (variant.skuId !== facts.info.skus[0]?.skuID) another += 1
    expect([name, product.qcVariant]).toEqual([name, null])
  }

  for (const country of countries) {
    const drawn = readCards((await app().send(`/popular?page=3&ShipTo=${country}`)).text)
    const { tariffs, lines } = await loadLines(country)
    for (const product of await list(`&ShipTo=${country}`)) {
      const path = `/product/${product.shopType}/${product.productCode}`
      const entry = entries.find(({ productCode }) => productCode === product.productCode)
      if (!entry) throw new Error(`${product.name} is not in the collection.`)
      const withShipping = (price: number | null, freight: number | null) =>
        freight === null ? undefined : (price ?? Number.NaN) + freight
      const collected = countAsCollection(entry, tariffs, country)
      const [piece, saved] = [createListedItem(toListedProduct(product)), createItemFromEntry(entry)]
      const totals = [
        product.landed ? toFen(product.landed.total) : undefined,
        drawn.get(path)?.landed,
        withShipping(opened.get(path)?.price ?? null, countAsSlip(product, lines).slip),
        withShipping(toFen(entry.priceNow ?? 0), collected),
        withShipping(piece.priceFen, countAsHaul(piece, tariffs, country)),
        withShipping(saved.priceFen, countAsHaul(saved, tariffs, country)),
      ]
      compared += totals.length
      if (new Set(totals).size > 1)
        differences.push(`${product.name} to ${country}: ${JSON.stringify(totals)}`)
    }
    const sorted = await list(`&ShipTo=${country}&Sort=landed`)
    const order = sorted.map(({ landed }) => landed?.total ?? Number.POSITIVE_INFINITY)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  }
  const summary = `${products.length} items in 8 places, to ${countries.length} countries: ${differences.length} differences`
  process.stdout.write(
    `${summary} (${compared} values, ${photographed} items with photos, ${another} by another variant than the first)\n`,
  )
  expect(differences).toEqual([])
  expect(photographed).toBe(60)
  expect(another).toBe(25)
})

async function list(query = ''): Promise<Product[]> {
  const { body } = await app().get(`/products/getAllProduct?limit=100${query}`)
  return Object(body).data
}

/** The entries of a member who saves every product. */
async function saveAll(products: readonly Product[]): Promise<CollectionEntry[]> {
  for (const { productCode, shopType } of products) {
    const path = `/users/addToCollection?productCode=${productCode}&shopType=${shopType}`
    expect((await app().post(path, {}, { authorization: tokens.user })).status).toBe(200)
  }
  const viewed = await app().get('/users/viewCollection', { authorization: tokens.user })
  return Object(viewed.body).productCollection
}

async function loadLines(country: string): Promise<{ tariffs: Tariffs; lines: CountryLines }> {
  const loaded = await app().get(`/shipping/tariffs?destination=${country}`)
  const tariffs: Tariffs = Object(loaded.body).data
  return { tariffs, lines: compileCountryLines(tariffs, country, categories) }
}

/** What the calls say of an item's variants and photos, and what its inspection card shows. */
async function readFacts(product: Product) {
  const { shopType, productCode } = product
  const infoReply = await app().get(`/product-info?shopType=${shopType}&productCode=${productCode}`)
  const infoResult: InfoResult = Object(infoReply.body).data
  const own = await app().get(`/qc-photos/${productCode}?shopType=${shopType}`)
  const photos: QcItem[] = Object(own.body).data.items
  const info = infoResult.productInfo
  if (!info) throw new Error(`Nothing is known of ${product.name}.`)
  return {
    infoResult,
    info,
    photos,
    card: getCardFacts({ item: product, product, infoResult, qc: photos }),
  }
}

const toName = (address: string | null | undefined): string => toPictureName(address ?? '')
const toFen = (yuan: number): number => Math.round(yuan * 100)

/** The summary on the item's page, and the receipt of a card. */
function countAsSlip(
  { kind, weight, dimensions }: Product,
  lines: CountryLines,
): Pick<PlacePrices, 'slip' | 'receipt'> {
  const parcel = toItemParcel({ kind, grams: weight, sides: listSides(dimensions) })
  const cheapest = parcel && findCheapestShipping(lines, parcel)
  if (!cheapest) return { slip: null, receipt: null }
  const { feeDetail } = toShippingOption(cheapest.line, quoteLine(cheapest.line, parcel), lines.exchange)
  return { slip: cheapest.parts.total, receipt: toFen(feeDetail.total ?? Number.NaN) }
}

/** The line on the item's page that is called the cheapest; without a weight the page counts with a typical one. */
async function countAsPage(product: Product, country: string): Promise<number | null> {
  if (product.weight === null) return null
  const { search } = guessItemEstimate(product.kind, product)
  const { body } = await app().post('/get_estimation', { ...search, destination: country })
  const options: ShippingOption[] = Object(body).data ?? []
  const { fit } = groupOptions(options, { hasCategory: search.features !== undefined })
  const first = findCheapestListed(fit)
  return first ? toFen(first.feeDetail.total ?? Number.NaN) : null
}

/** What a saved item says that it adds, while the haul is empty. */
function countAsCollection(entry: CollectionEntry, tariffs: Tariffs, country: string): number | null {
  const item = createItemFromEntry(entry)
  if (item.grams === null) return null
  return new Planner({ haul: emptyHaul, ...readTariffs(tariffs, country) }).computeAddedCost({
    ...item,
    id: 0,
  }).split
}

function countAsHaul(item: NewItem, tariffs: Tariffs, country: string): number | null {
  const { items = [] } = addItem(emptyHaul.items, item) ?? {}
  const { split } = planHaul({ haul: { ...emptyHaul, items }, ...readTariffs(tariffs, country) })
  expect(split.length).toBeLessThanOrEqual(1)
  return split[0] ? toFen(split[0].option.feeDetail.total ?? Number.NaN) : null
}

function readTariffs({ card, exchangeRates, year }: Tariffs, country: string) {
  const exchange = findExchange(exchangeRates, card.currency, 'CNY')
  if (!exchange) throw new Error('The card has no rate to yuan.')
  return { lines: getLinesForCountry(compileCard(card, categories, year), country), exchange }
}
