import { formatGrams } from '#shared/format/format-number.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import type { ReadingDraft } from '../../contract.ts'
import type { PageReading } from '../../page-reading.ts'

/** The parts that a person can leave out. */
export const partNames = ['title', 'price', 'weight', 'variants', 'pictures'] as const
export type PartName = (typeof partNames)[number]

export type ReadingFacts = Pick<
  PageReading,
  'title' | 'price' | 'priceTo' | 'currency' | 'weightGrams' | 'variants' | 'pictures'
>
export type ShownPart = { name: PartName; label: string; text: string; detail: string }

/** The parts that a reading has, as a person reads them. */
export function listParts(facts: ReadingFacts): ShownPart[] {
  const { title, weightGrams, variants, pictures } = facts
  const parts: (ShownPart | null)[] = [
    title === null ? null : { name: 'title', label: 'Title', text: title, detail: '' },
    facts.price === null
      ? null
      : { name: 'price', label: 'Price', text: formatStatedPrice(facts), detail: '' },
    weightGrams === null
      ? null
      : { name: 'weight', label: 'Weight', text: formatGrams(weightGrams), detail: '' },
    variants.length === 0
      ? null
      : {
          name: 'variants',
          label: 'Variants',
          text: countVariants(variants),
          detail: describeVariants(variants),
        },
    pictures.length === 0
      ? null
      : { name: 'pictures', label: 'Pictures', text: formatCount(pictures.length, 'picture'), detail: '' },
  ]
  return parts.filter((part) => part !== null)
}

/** '¥168.00', '¥19.90–¥39.90' */
export function formatStatedPrice({
  price,
  priceTo,
  currency,
}: Pick<ReadingFacts, 'price' | 'priceTo' | 'currency'>): string {
  const format = (amount: number) => `${getCurrencySign(currency ?? 'CNY')}${formatYuan(amount)}`
  if (price === null) return ''
  return priceTo === null ? format(price) : `${format(price)}–${format(priceTo)}`
}

/** '3 and 4 options': the number of names on each axis. */
function countVariants(variants: string[][]): string {
  const counts = variants.map((names) => names.length).join(' and ')
  return variants.flat().length === 1 ? '1 option' : `${counts} options`
}

/** 'Forest, Plum, Moss · S, M, L, XL' */
export function describeVariants(variants: string[][]): string {
  return variants.map((names) => names.join(', ')).join(' · ')
}

const formatCount = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)

/** What is sent: the item and the parts that stayed ticked. */
export function toReadingDraft(
  item: ItemParams,
  facts: ReadingFacts,
  ticked: ReadonlySet<PartName>,
): ReadingDraft {
  const { title, price, priceTo, currency, weightGrams, variants, pictures } = facts
  const hasPrice = ticked.has('price')
  return {
    ...item,
    title: ticked.has('title') ? title : null,
    price: hasPrice ? price : null,
    priceTo: hasPrice ? priceTo : null,
    currency: hasPrice ? currency : null,
    weight: ticked.has('weight') ? weightGrams : null,
    variants: ticked.has('variants') ? variants : [],
    pictures: ticked.has('pictures') ? pictures : [],
  }
}
