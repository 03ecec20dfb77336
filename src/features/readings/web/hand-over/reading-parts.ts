import { capitalize } from '#shared/format/capitalize.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { joinWords } from '#shared/format/join-words.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { nameAxis } from '../../axis-names.ts'
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

/** The parts that a reading has, as a person reads them. `files`: pictures from the device. */
export function listParts(facts: ReadingFacts, files: readonly File[] = []): ShownPart[] {
  const { title, weightGrams, variants, pictures } = facts
  const pictureCount = pictures.length + files.length
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
    pictureCount === 0
      ? null
      : {
          name: 'pictures',
          label: 'Pictures',
          text: formatCount(pictureCount, 'picture'),
          detail: listHosts(pictures),
        },
  ]
  return parts.filter((part) => part !== null)
}

/** '¥168.00', '¥19.90–39.90' */
export function formatStatedPrice({
  price,
  priceTo,
  currency,
}: Pick<ReadingFacts, 'price' | 'priceTo' | 'currency'>): string {
  const format = (amount: number) => `${getCurrencySign(currency ?? 'CNY')}${formatYuan(amount)}`
  if (price === null) return ''
  return priceTo === null ? format(price) : `${format(price)}–${formatYuan(priceTo)}`
}

/** '3 colors, 4 sizes' */
function countVariants(variants: string[][]): string {
  return variants.map((names) => formatCount(names.length, nameAxis(names).toLowerCase())).join(', ')
}

/** 'Forest, Plum, Moss · S, M, L, XL' */
export function describeVariants(variants: string[][]): string {
  return variants.map((names) => names.join(', ')).join(' · ')
}

/** 'from img.alicdn.com': where the pictures are. */
function listHosts(pictures: readonly string[]): string {
  const hosts = [...new Set(pictures.flatMap((address) => URL.parse(address)?.hostname ?? []))]
  return hosts.length === 0 ? '' : `from ${hosts.join(', ')}`
}

/** 'Title, price and 7 options are on the page now.': what others see at once; empty for pictures alone. */
export function describeShown(parts: readonly ShownPart[]): string {
  const names = parts
    .filter(({ name }) => name !== 'pictures')
    .flatMap(({ name, label, text }) => (name === 'variants' ? text.split(', ') : label.toLowerCase()))
  if (names.length === 0) return ''
  const isOne = names.length === 1 && !names[0]?.endsWith('s')
  return `${capitalize(joinWords(names, 'and'))} ${isOne ? 'is' : 'are'} on the page now.`
}

const formatCount = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)

/** What is sent: the item and the parts that stayed ticked. */
export function toReadingDraft(
  item: ItemParams,
  facts: ReadingFacts,
  ticked: ReadonlySet<PartName>,
  uploads: string[] = [],
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
    uploads,
  }
}
