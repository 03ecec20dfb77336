import type { InfoResult, Product, ProductInfo } from '#features/products/contract.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import {
  describeVariant,
  formatPictured,
  isOtherVariant,
  type ShownVariant,
} from '#features/products/item-variant.ts'
import { findChosenSku } from '#features/products/variants.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { findNewestDate, getPhotoSource } from '#features/qc-photos/photo-groups.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { type CardShape, cardShapes, cardText } from './spec.ts'

/** All that an inspection card shows. */
export type CardFacts = {
  item: ItemParams
  title: string
  rows: { label: string; value: string }[]
  /** Up to three QC photos, the one with the finding last. */
  photos: string[]
  /** How many there are, and the day of the newest. */
  photoCount: number
  photoDate: string | undefined
  finding: string | undefined
  /** Shown where there is no QC photo. */
  sellerImage: string | undefined
  price: string | undefined
}

type KnownOfItem = {
  item: ItemParams
  product: Product | null
  answer: InfoResult | undefined
  qc: readonly QcItem[]
}

type NamedItem = Pick<KnownOfItem, 'item' | 'product'> & { info: ProductInfo | null | undefined }

/** What the page calls an item: the catalogue's name, the seller's title, or marketplace and number. */
export function getItemName({ item, product, info }: NamedItem): string {
  return product?.name || info?.title || `${marketplaceLabels[item.shopType]} item ${item.productCode}`
}

/** The facts for an item's card, from the same answers that its page shows: of the variant that it opens with. */
export function getCardFacts({ item, product, answer, qc }: KnownOfItem): CardFacts {
  const info = answer?.productInfo
  const variant = describeShown(answer)
  const shown = choosePhotos(sortByVariant(qc, variant?.pictured ?? []))
  const date = findNewestDate(qc)
  const sellerImage = variant?.image || (info?.imgList[0] ?? product?.shown.image)
  return {
    item,
    title: getItemName({ item, product, info }),
    rows: listRows({ shown, qc, product, variant }),
    photos: shown.map(({ url }) => stripHints(url)),
    photoCount: qc.length,
    photoDate: date && formatDate(date),
    finding: qc.find(({ finding }) => finding)?.finding ?? undefined,
    sellerImage: sellerImage && stripHints(sellerImage),
    price: formatPrice(product, answer),
  }
}

/**
 * The address of a card. It names what the card shows, so that a new photo, name or price gives a new
 * address, and chats that keep pictures ask again.
 */
export function getCardPath(facts: CardFacts, shape: CardShape): string {
  const { shopType, productCode } = facts.item
  return `${paths.product(shopType, productCode)}/${cardShapes[shape].file}?v=${getCardVersion(facts)}`
}

/** Seven to eleven letters and digits for all that a card shows (FNV-1a, 53 bits are enough to tell two apart). */
export function getCardVersion(facts: CardFacts): string {
  let [high, low] = [0x811c9dc5, 0x050c5d1f]
  for (const letter of JSON.stringify(facts)) {
    const code = letter.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + 1), 0x01000193)
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}

/** The card in words, for those who do not see it. */
export function describeCard(facts: CardFacts): string {
  const { title, photoCount, photoDate, finding, price } = facts
  const photos = photoCount > 0 ? [`QC ${photoCount}`, photoDate] : [cardText.noPhotos.replace('.', '')]
  const parts = [title, ...photos, finding?.replace(/\.$/, ''), price]
  return `${cardText.kind}: ${parts.filter(Boolean).join(', ')}`
}

/** Three photos, among them the one with a finding. */
function choosePhotos(qc: readonly QcItem[]): QcItem[] {
  const withFinding = qc.find(({ finding }) => finding)
  if (!withFinding) return qc.slice(0, 3)
  return [...qc.filter((photo) => photo !== withFinding).slice(0, 2), withFinding]
}

/** What the page shows of the item before anything is chosen; undefined without variants. */
function describeShown(answer: InfoResult | undefined): ShownVariant | undefined {
  const info = answer?.productInfo
  const sku = info && findChosenSku(info.skus, answer?.shownSku)
  return sku ? describeVariant(info, sku) : undefined
}

/** What the page says that the item costs before anything is chosen. */
export function findShownPrice(
  answer: InfoResult | undefined,
): { amount: number; currency: string } | undefined {
  const info = answer?.productInfo
  const amount = describeShown(answer)?.price ?? info?.price
  return info && typeof amount === 'number' ? { amount, currency: info.currency } : undefined
}

/** The photos of the shown variant first, then those that name none. */
function sortByVariant(qc: readonly QcItem[], names: readonly string[]): QcItem[] {
  const rank = ({ variant }: QcItem) => (variant === null ? 1 : isOtherVariant([variant], names) ? 2 : 0)
  return names.length === 0 ? [...qc] : qc.toSorted((one, other) => rank(one) - rank(other))
}

type CardRowsInput = Pick<KnownOfItem, 'qc' | 'product'> & {
  shown: QcItem[]
  variant: ShownVariant | undefined
}

/** The variant is that of the price, or where the photos show another, that of them. */
function listRows({ shown, qc, product, variant }: CardRowsInput): CardFacts['rows'] {
  const own = variant && formatPictured(variant)
  const others = shown.flatMap((photo) =>
    photo.variant && isOtherVariant([photo.variant], variant?.pictured ?? []) ? photo.variant : [],
  )
  const shownBeside = [...new Set(others)].join(', ')
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
    ...(product?.weight ? [{ label: cardText.weight, value: formatWeight(product.weight) }] : []),
  ]
}

function formatPrice(product: Product | null, answer: InfoResult | undefined): string | undefined {
  const listed = product ? { amount: product.shown.price, currency: 'CNY' } : undefined
  const price = findShownPrice(answer) ?? listed
  return price && getCurrencySign(price.currency) + formatYuan(price.amount)
}

/** What follows `#` in an image's address comes and goes, and changes no picture. */
function stripHints(url: string): string {
  return url.replace(/#.*$/, '')
}
