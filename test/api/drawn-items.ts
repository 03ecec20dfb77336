import type { QcItem } from '#features/qc-photos/contract.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { listPicturedNames } from '#shared/items/variant-selection.ts'

/** An item as a part of the site shows it before a variant is chosen. */
export type DrawnItem = {
  /** In fen. */
  price: number
  /** The attribute value that its images show, such as 'Navy'. */
  pictured: string
  /** The names of the seller's image and of the QC photo; empty when there is none. */
  listing: string
  reality: string
}

/** The cards of a list, by the path of the item's page. `sku` is the variant in the link. */
export function readCards(
  html: string,
): Map<string, DrawnItem & { sku: string; landed: number | undefined }> {
  const cards = html.split('<article class="card"').slice(1)
  return new Map(
    cards.map((text) => {
      const [path = '', sku = ''] = find(text, /class="card__title"><a href="([^"]*)"/).split('?sku=')
      const sum = find(text, /class="price-with-shipping [^>]*>(.*?)with shipping/s)
      const facts = find(text, /class="card__facts">(.*)/s)
      const card = {
        sku,
        price: readPrice(facts),
        pictured: unescapeHtml(find(text, /class="card__variant">(.*?)<\/span>/)).trim(),
        landed: sum === '' ? undefined : readPrice(sum),
        ...readPictures(text),
      }
      return [path, card] as const
    }),
  )
}

/** An item's page. `names` are the attribute values of the variant it shows first, `preview` the price in link previews. */
export function readPage(html: string): DrawnItem & { names: string[]; preview: number } {
  const legends = [...html.matchAll(/<legend class="variants__name"><span>([^<]*)<\/span>/g)]
  const names = legends.map(([, text = '']) => unescapeHtml(text).split(': ').slice(1).join(': '))
  return {
    price: readPrice(find(html, /class="product__price">(.*)/s)),
    pictured: names[0] ?? '',
    names,
    preview: toFen(find(html, /property="og:image:alt" content="[^"]*¥([\d.]+)"/)),
    ...readPictures(find(html, /class="gallery__frame">(.*)/s)),
  }
}

/** Returns a function that lists the variants of an image; several variants may share an image. */
export function createPictureReader(
  info: ProductInfo,
  photos: readonly QcItem[],
): (address: string) => string[] {
  const sellers = info.skus.map(
    (sku) => [toPictureName(sku.imgUrl), listPicturedNames(info, sku)[0] ?? ''] as const,
  )
  const qc = photos.map(({ url, variant }) => [toPictureName(url), variant ?? ''] as const)
  const groups = Map.groupBy([...sellers, ...qc], ([name]) => name)
  return (address) => [
    ...new Set((groups.get(toPictureName(address)) ?? []).map(([, variantName]) => variantName)),
  ]
}

/** The file name of an image, without its size. */
export function toPictureName(address: string): string {
  return address.replace(/#.*$/, '').split('/').at(-1) ?? ''
}

function readPictures(text: string): Pick<DrawnItem, 'listing' | 'reality'> {
  const read = (photoLook: string) =>
    find(text, new RegExp(`<picture class="look-${photoLook}"><img src="([^"]*)"`))
  // Without a QC photo, the page has a single image.
  const only = find(text, /^<picture class=""><img src="([^"]*)"/)
  return { listing: toPictureName(read('listing') || only), reality: toPictureName(read('reality')) }
}

function readPrice(text: string): number {
  return toFen(find(text.replaceAll('<!-- -->', ''), /([\d.]+) yuan/))
}

function toFen(yuan: string): number {
  return Math.round(Number(yuan || Number.NaN) * 100)
}

function find(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? ''
}

function unescapeHtml(text: string): string {
  return text.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}
