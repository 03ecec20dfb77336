import type { InfoResult, Product } from '#features/products/contract.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { findNewestDate, getPhotoSource } from '#features/qc-photos/photo-groups.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import {
  describeVariant,
  formatPictured,
  isOtherVariant,
  type ShownVariant,
} from '#shared/items/item-variant.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { findChosenSku } from '#shared/items/variant-selection.ts'
import { formatItemNumber, type ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { type CardShape, cardShapes, cardText } from './texts-and-limits.ts'

/** The content of an inspection card. */
export type CardFacts = {
  item: ItemParams
  title: string
  rows: { label: string; value: string }[]
  /** Up to three QC photos, the one with the finding last. */
  photos: string[]
  /** The number of QC photos, and the day of the newest. */
  photoCount: number
  photoDate: string | undefined
  finding: string | undefined
  /** Used without QC photos. */
  sellerImage: string | undefined
  price: string | undefined
}

type KnownOfItem = {
  item: ItemParams
  product: Product | null
  infoResult: InfoResult | undefined
  qc: readonly QcItem[]
}

type NamedItem = Pick<KnownOfItem, 'item' | 'product'> & { info: ProductInfo | null | undefined }

/** The item's name on its page: the catalogue's name, the seller's title, or marketplace and number. */
export function getItemName({ item, product, info }: NamedItem): string {
  return product?.name || info?.title || formatItemNumber(item)
}

/** The facts for an item's card, from the data of its page and of the shown variant. */
export function getCardFacts({ item, product, infoResult, qc }: KnownOfItem): CardFacts {
  const info = infoResult?.productInfo
  const variant = toShownVariant(infoResult)
  const chosenPhotos = choosePhotos(sortByVariant(qc, variant?.pictured ?? []))
  const date = findNewestDate(qc)
  const sellerImage = variant?.image || (info?.imgList[0] ?? product?.shown.image)
  return {
    item,
    title: getItemName({ item, product, info }),
    rows: listRows({ chosenPhotos, qc, variant, weight: product ? product.weight : info?.weight }),
    photos: chosenPhotos.map(({ url }) => stripHints(url)),
    photoCount: qc.length,
    photoDate: date && formatDate(date),
    finding: qc.find(({ finding }) => finding)?.finding ?? undefined,
    sellerImage: sellerImage && stripHints(sellerImage),
    price: formatPrice(product, infoResult),
  }
}

/**
 * The path of a card. It contains a hash of the card's content: a new photo, name or price changes the URL, so that
 * chats which cache images fetch the new card.
 */
export function getCardPath(facts: CardFacts, shape: CardShape): string {
  const { shopType, productCode } = facts.item
  return `${paths.product(shopType, productCode)}/${cardShapes[shape].file}?v=${getCardVersion(facts)}`
}

/** A hash of the card's content, seven to eleven letters and digits (FNV-1a, 53 bits). */
export function getCardVersion(facts: CardFacts): string {
  let [high, low] = [0x811c9dc5, 0x050c5d1f]
  for (const letter of JSON.stringify(facts)) {
    const code = letter.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + 1), 0x01000193)
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}

/** The card as text, for its alt attribute. */
export function describeCard(facts: CardFacts): string {
  const { title, photoCount, photoDate, finding, price } = facts
  const photos = photoCount > 0 ? [`QC ${photoCount}`, photoDate] : [cardText.noPhotos.replace('.', '')]
  const phrases = [title, ...photos, finding?.replace(/\.$/, ''), price]
  return `${cardText.kind}: ${phrases.filter(Boolean).join(', ')}`
}

/** Up to three photos, among them one with a finding. */
function choosePhotos(qc: readonly QcItem[]): QcItem[] {
  const withFinding = qc.find(({ finding }) => finding)
  if (!withFinding) return qc.slice(0, 3)
  return [...qc.filter((photo) => photo !== withFinding).slice(0, 2), withFinding]
}

/** The shown variant of the item; undefined without variants. */
function toShownVariant(infoResult: InfoResult | undefined): ShownVariant | undefined {
  const info = infoResult?.productInfo
  const sku = info && findChosenSku(info.skus, infoResult?.shownSku)
  return sku ? describeVariant(info, sku) : undefined
}

/** The price of the item's page before a variant is chosen. */
export function findShownPrice(
  infoResult: InfoResult | undefined,
): { amount: number; currency: string } | undefined {
  const info = infoResult?.productInfo
  const amount = toShownVariant(infoResult)?.price ?? info?.price
  return info && typeof amount === 'number' ? { amount, currency: info.currency } : undefined
}

/** Sorts the photos of the shown variant first, then those without a variant. */
function sortByVariant(qc: readonly QcItem[], names: readonly string[]): QcItem[] {
  const rank = ({ variant }: QcItem) => (variant === null ? 1 : isOtherVariant([variant], names) ? 2 : 0)
  return names.length === 0 ? [...qc] : qc.toSorted((left, right) => rank(left) - rank(right))
}

type CardRowsInput = Pick<KnownOfItem, 'qc'> & {
  chosenPhotos: QcItem[]
  variant: ShownVariant | undefined
  /** In grams. */
  weight: number | null | undefined
}

/** The rows of the card. The variant is that of the price, or of the photos when they show another. */
function listRows({ chosenPhotos, qc, variant, weight }: CardRowsInput): CardFacts['rows'] {
  const own = variant && formatPictured(variant)
  const otherVariants = chosenPhotos.flatMap((photo) =>
    photo.variant && isOtherVariant([photo.variant], variant?.pictured ?? []) ? photo.variant : [],
  )
  const shownBeside = [...new Set(otherVariants)].join(', ')
  const sources = new Set(qc.map(getPhotoSource))
  const [source] = sources
  return [
    ...(own ? [{ label: cardText.variant, value: own }] : []),
    ...(shownBeside ? [{ label: cardText.photosShow, value: shownBeside }] : []),
    ...(source
      ? [
          {
            label: cardText.photos,
            value:
              sources.size === 1 ? `${source}, ${qc.length}` : `${qc.length} from ${sources.size} sources`,
          },
        ]
      : []),
    ...(weight ? [{ label: cardText.weight, value: formatWeight(weight) }] : []),
  ]
}

function formatPrice(product: Product | null, infoResult: InfoResult | undefined): string | undefined {
  const listed = product ? { amount: product.shown.price, currency: 'CNY' } : undefined
  const price = findShownPrice(infoResult) ?? listed
  return price && getCurrencySign(price.currency) + formatYuan(price.amount)
}

/** Removes the fragment of an image URL, which does not change the image. */
function stripHints(url: string): string {
  return url.replace(/#.*$/, '')
}
