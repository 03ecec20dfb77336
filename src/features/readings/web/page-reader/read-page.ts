import type { PageReading } from '../../page-reading.ts'
import { readRoot } from './dom-access.ts'
import { findAddressItem, findLinkedItem, type ReadItem } from './find-item.ts'
import { findPictures } from './find-pictures.ts'
import { findTextPrice } from './find-price.ts'
import { findPageTitle, findTitleNearPrice } from './find-title.ts'
import { findVariants } from './find-variants.ts'
import { listLines, type PageLine } from './page-lines.ts'
import { markOtherParts } from './page-zones.ts'
import { findOrderPage, readOrder } from './read-order.ts'
import { readJsonLd, readMicrodata, readOpenGraph, type StructuredPrice } from './structured-data.ts'
import { type WalkedPage, walkPage } from './walk-page.ts'
import { findWeight } from './weight.ts'

const limits = { itemMs: 2_200, photosMs: 3_500, waitMs: 900, stepMs: 150 } as const

/**
 * Reads the item, or the warehouse's photos of one item, of the page that is open. Nothing is changed in the page and
 * nothing leaves it. Waits a moment for a page that is still empty; then title and price are null.
 */
export async function readPage(document: Document): Promise<PageReading> {
  const start = performance.now()
  let seen = await readOnce(document, start)
  while (
    seen.page === 'item' &&
    seen.title === null &&
    seen.price === null &&
    performance.now() - start < limits.waitMs
  ) {
    await new Promise((resolve) => setTimeout(resolve, limits.stepMs))
    seen = await readOnce(document, start)
  }
  return seen
}

async function readOnce(document: Document, start: number): Promise<PageReading> {
  const page = walkPage(readRoot(document), document)
  const lines = listLines(page)
  const order = findOrderPage(page, lines)
  if (order) return readOrder(page, lines, order, start + limits.photosMs)
  markOtherParts(page, lines)
  return readItem(page, lines, start + limits.itemMs)
}

async function readItem(page: WalkedPage, lines: readonly PageLine[], end: number): Promise<PageReading> {
  const item = findItem(page)
  const [jsonLd, microdata] = [readJsonLd(page.document, item.id), readMicrodata(page.document)]
  const graph = readOpenGraph(page.document)
  const ownTitle = findPageTitle({ data: jsonLd?.title ? jsonLd : (microdata ?? jsonLd), graph, page, lines })
  const stated: (StructuredPrice | null | undefined)[] = [
    jsonLd?.price,
    microdata?.price,
    ownTitle.isInGraph ? graph.price : null,
  ]
  const price =
    stated.find((claim) => claim?.currency === 'CNY') ??
    findTextPrice(lines, ownTitle.line) ??
    stated.find((claim) => claim) ??
    null
  const title = ownTitle.title ?? findTitleNearPrice(lines, findPriceLine(lines, price))
  const pictures = [
    ...(jsonLd?.pictures ?? []),
    ...(microdata?.pictures ?? []),
    ...(ownTitle.isInGraph ? graph.pictures : []),
  ]
  return {
    page: 'item',
    ...item,
    title,
    price: price?.price ?? null,
    priceTo: price?.priceTo ?? null,
    currency: price?.currency ?? null,
    variants: findVariants(page, title),
    weightGrams: jsonLd?.weightGrams ?? microdata?.weightGrams ?? findWeight(listOwnTexts(lines)),
    pictures: await findPictures(page, pictures, end),
    variant: null,
    photos: [],
    unreadPhotos: 0,
  }
}

/** The address decides, then the page's link to the original. */
function findItem(page: WalkedPage): ReadItem {
  const item = findAddressItem(page.document.location.href)
  const [root] = page.nodes
  return item.id === null && root ? findLinkedItem(page, root) : item
}

function findPriceLine(lines: readonly PageLine[], price: StructuredPrice | null): number | undefined {
  if (!price) return undefined
  const digits = String(price.price)
  return lines.find(({ text }) => /[¥￥$€]|元/.test(text) && text.includes(digits))?.index
}

function listOwnTexts(lines: readonly PageLine[]): string[] {
  return lines.filter(({ parts }) => parts.every(({ owner }) => !owner.isOther)).map(({ text }) => text)
}
