import { findAmounts } from '#features/product-links/hints/price-in-text.ts'
import { type PageReading, readingLimits } from '../../page-reading.ts'
import { cleanReadText } from '../../read-text.ts'
import { readAttribute, readWindowTitle, resolveAddress } from './dom-access.ts'
import { findAddressItem, findLinkedItem } from './find-item.ts'
import { toFullSizePath } from './full-size.ts'
import { findOwner, type PageLine } from './page-lines.ts'
import { type PhotoSource, readPhotos } from './read-photos.ts'
import {
  attribute,
  isWithin,
  listDescendants,
  listTexts,
  type PageNode,
  type WalkedPage,
} from './walk-page.ts'
import { findWeight } from './weight.ts'

const photoHeading =
  /(?:warehouse|inspection|qc|quality (?:check|control)|arrival|storage|received|check-?in)[\s-]*(?:photos?|pictures?|pics?|images?)|(?:photos?|pictures?|pics?|images?) (?:from|by|of|at) (?:the |your |our )?(?:warehouse|inspection)|(?:质检|验货|入库|仓库|实拍|到货|检验)(?:照片|图片?|照|拍照)|zdjęcia (?:qc|z magazynu)|lagerfotos?|qc[\s-]?fotos?/i
const orderTerm = /\border\b|\bparcel\b|\bpackage\b|warehouse|订单|包裹|仓库|运单|bestellung|zamówieni/i
const photoTerm = /inspection|warehouse|\bqc\b|质检|验货|入库|仓库/i
const addressPattern = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/i
const pictureFile = /\.(?:jpe?g|png|webp|avif)(?:$|[_!@?#])/i
/** `Color: Slate; Size: 42` */
const axisPair =
  /(?:^|[;；,，|/ ])(?:colou?r(?: classification)?|size|style|spec(?:ification)?s?|variant|version|model|type|sku|option|颜色(?:分类)?|尺码|尺寸|规格|款式|型号|版本|类型|配色|属性)\s*[:：]\s*\S/i
const variantLabel = /^(?:variants?|spec(?:ification)?s?|sku|options?|规格|属性|款式|已选)\s*[:：]?\s*/i

/** Which photos an agent's order page shows, and the part of the page that names their item. */
export type OrderPage = { box: PageNode; photos: PhotoSource[] }

/** Finds the warehouse's photos of one item; those of an open dialog before those of the page behind it. */
export function findOrderPage(page: WalkedPage, lines: readonly PageLine[]): OrderPage | undefined {
  const [root] = page.nodes
  if (!root || findAddressItem(page.document.location.href).id !== null || !isAboutOrder(page, lines))
    return undefined
  const dialog = page.nodes.findLast((node) => !node.isHidden && isDialog(node) && hasPhotos(page, node))
  const gallery = findGallery(page, lines, dialog ?? root)
  const photos = listPhotos(page, gallery)
  const [first] = gallery
  return first && photos.length > 0 ? { box: findItemBox(page, first, root), photos } : undefined
}

function isAboutOrder(page: WalkedPage, lines: readonly PageLine[]): boolean {
  const { hostname, pathname } = page.document.location
  const named = [readWindowTitle(page.document), hostname + pathname, ...lines.map(({ text }) => text)]
  return named.some((text) => orderTerm.test(text.slice(0, 200)))
}

function isDialog({ tag, element }: PageNode): boolean {
  return (
    tag === 'dialog' ||
    /^(?:alert)?dialog$/.test(readAttribute(element, 'role')) ||
    readAttribute(element, 'aria-modal') === 'true'
  )
}

function hasPhotos(page: WalkedPage, node: PageNode): boolean {
  return listPhotos(page, [node]).length > 0
}

/** What stands below the heading of photos, or holds the pictures that are called photos. */
function findGallery(page: WalkedPage, lines: readonly PageLine[], scope: PageNode): PageNode[] {
  for (const line of lines) {
    const owner = findOwner(line, 0)
    if (!owner || line.text.length > 60 || !isWithin(owner, scope) || !photoHeading.test(line.text)) continue
    const gallery = findBelow(page, owner, scope)
    if (gallery.length > 0) return gallery
  }
  return listDescendants(page, scope).filter(
    (node) => node.tag === 'img' && photoTerm.test(attribute(node, 'alt')),
  )
}

/** The elements with photos that follow a heading, alike and one after the other. */
function findBelow(page: WalkedPage, owner: PageNode, scope: PageNode): PageNode[] {
  let heading = owner
  for (let level = 0; heading.parent && level < 5 && heading !== scope; level++) {
    const siblings = heading.parent.children.slice(heading.parent.children.indexOf(heading) + 1)
    const start = siblings.findIndex((sibling) => hasPhotos(page, sibling))
    const rest = start < 0 ? [] : siblings.slice(start)
    const end = rest.findIndex((sibling) => sibling.tag !== rest[0]?.tag || !hasPhotos(page, sibling))
    if (rest.length > 0) return end < 0 ? rest : rest.slice(0, end)
    heading = heading.parent
  }
  return []
}

/** Every photo once, in order, in the largest form that the page names. */
function listPhotos(page: WalkedPage, gallery: readonly PageNode[]): PhotoSource[] {
  const photos = new Map<string, PhotoSource>()
  for (const node of gallery.flatMap((each) => [each, ...listDescendants(page, each)])) {
    const addresses = listAddresses(page, node)
    const [largest] = addresses
    if (!largest || photos.size >= 100) continue
    const url = URL.parse(largest)
    const key = url ? url.host + toFullSizePath(url.pathname) : largest
    if (!photos.has(key)) photos.set(key, { addresses })
  }
  return [...photos.values()]
}

/** The addresses of a photo, the largest first: of the link around it, of attributes, its own. */
function listAddresses(page: WalkedPage, node: PageNode): string[] {
  const written = node.tag === 'img' ? listImageAddresses(node) : listBackground(node)
  return [...new Set(written.flatMap((text) => toWebAddress(page, text)))]
}

function listImageAddresses(node: PageNode): string[] {
  const link = [node.parent, node.parent?.parent].find((outer) => outer?.tag === 'a')
  const linked = link && pictureFile.test(attribute(link, 'href')) ? [attribute(link, 'href')] : []
  const names = ['data-large', 'data-original', 'data-full', 'data-zoom', 'data-big', 'data-src', 'src']
  return [...linked, ...names.map((name) => attribute(node, name)).filter((value) => value !== '')]
}

function listBackground(node: PageNode): string[] {
  const match = addressPattern.exec(attribute(node, 'style').slice(0, 4_000))
  const address = match?.[1] ?? match?.[2] ?? match?.[3]
  return address ? [address] : []
}

function toWebAddress(page: WalkedPage, text: string): string[] {
  const url = resolveAddress(text, page.document, 4_000)
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? [url.href] : []
}

/** The part of the page around the photos that also names their item; the page where that has one item. */
function findItemBox(page: WalkedPage, gallery: PageNode, root: PageNode): PageNode {
  let box = gallery
  for (let outer = gallery.parent; outer && outer.tag !== 'body'; outer = outer.parent) {
    box = outer
    if (findLinkedItem(page, outer).id !== null) return outer
  }
  return findLinkedItem(page, root).id === null ? box : root
}

/** Reads an order page: item, variant, weight and the photos' bytes; no number of an order, no address of the page. */
export async function readOrder(
  page: WalkedPage,
  lines: readonly PageLine[],
  order: OrderPage,
  end: number,
): Promise<PageReading> {
  const inBox = lines.filter((line) => {
    const owner = findOwner(line, 0)
    return owner && isWithin(owner, order.box)
  })
  const item = findLinkedItem(page, order.box)
  const { photos, unreadPhotos } = await readPhotos(order.photos.slice(0, readingLimits.photos), end)
  return {
    page: 'order',
    ...item,
    title: findItemTitle(page, item.id),
    ...findItemPrice(inBox),
    variants: [],
    weightGrams: findWeight(inBox.map(({ text }) => text)),
    pictures: [],
    variant: findVariant(inBox),
    photos,
    unreadPhotos,
  }
}

/** The longest words of the links to the item. */
function findItemTitle(page: WalkedPage, id: string | null): string | null {
  const links = page.nodes.filter(({ tag }) => tag === 'a').slice(0, 400)
  const titles = links.flatMap((link) => {
    const url = resolveAddress(attribute(link, 'href'), page.document, 8_000)
    const pieces = listTexts(page, link).map(({ gap, text }) => gap + text)
    const text = cleanReadText(pieces.join(''), readingLimits.title)
    const isTitle = url && id !== null && findAddressItem(url.href).id === id
    return isTitle && text && text.length >= 6 ? [text] : []
  })
  return titles.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** The price of a piece: `¥230.00 x 1`, or the only amount. */
function findItemPrice(lines: readonly PageLine[]): Pick<PageReading, 'price' | 'priceTo' | 'currency'> {
  const amounts = lines.flatMap((line) =>
    findAmounts(line.text).map((amount) => ({ amount, rest: line.text.slice(amount.end) })),
  )
  const perPiece = amounts.find(({ amount, rest }) => amount.price && /^\s*[x×*]\s*\d/i.test(rest))
  const only = amounts.filter(({ amount }) => amount.price)
  const price = (perPiece ?? (only.length === 1 ? only[0] : undefined))?.amount.price
  return { price: price?.price ?? null, priceTo: null, currency: price?.currency ?? null }
}

function findVariant(lines: readonly PageLine[]): string | null {
  const line = lines.find(
    ({ text }) => text.length <= 160 && (axisPair.test(text) || variantLabel.test(text.trim())),
  )
  if (!line) return null
  const text = axisPair.test(line.text) ? line.text : line.text.trim().replace(variantLabel, '')
  return cleanReadText(text, readingLimits.variant)
}
