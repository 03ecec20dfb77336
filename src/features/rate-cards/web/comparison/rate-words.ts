import type { ShippingLine } from '#features/freight/rate-card.ts'
import { formatDate } from '#shared/format-date.ts'
import { formatNumber } from '#shared/format-number.ts'
import { currencySign, formatYuan } from '#shared/money.ts'
import { relativeTime } from '#shared/relative-time.ts'
import type { RateCardSummary } from '../../contract.ts'

export const stateWords = {
  active: 'Active',
  draft: 'Not active',
  former: 'Former',
  embedded: 'Came with the site',
} as const satisfies Record<RateCardSummary['state'], string>

export const stateLooks = { active: 'good', draft: 'waiting', former: 'off', embedded: 'off' } as const

/** '1 line', '20 lines' */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** The line under a version's name. */
export function versionFacts(card: RateCardSummary, now: number): string {
  const size = `${counted(card.lines, 'line')}, ${counted(card.rows, 'row')}`
  return [timeOf(card), size, originOf(card, now)].filter((text) => text !== '').join(' · ')
}

function timeOf({ state, effectiveFrom, activatedAt, retiredAt }: RateCardSummary): string {
  if (state === 'former' && activatedAt && retiredAt)
    return `active ${formatDate(activatedAt)} to ${formatDate(retiredAt)}`
  return effectiveFrom ? `from ${formatDate(effectiveFrom)}` : ''
}

function originOf({ state, createdAt, createdBy }: RateCardSummary, now: number): string {
  if (createdAt === null) return state === 'embedded' ? '' : 'came with the site'
  return `added ${relativeTime(createdAt, now)}${createdBy ? ` by ${createdBy}` : ''}`
}

/** '¥118.20', '$16.50' */
export function amountWords(amount: number, currency: string): string {
  return `${currencySign(currency)}${formatYuan(amount)}`
}

/** 500 is '500 g', 1500 '1.5 kg', 30000 '30 kg'. */
export function gramWords(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${formatNumber(grams / 1000)} kg`
}

/** 'up to 30 kg', '500 g to 30 kg' */
export function weightWords({ weight = {} }: Pick<ShippingLine, 'weight'>): string {
  const { min = 0, max } = weight
  if (max === undefined) return min > 1 ? `from ${gramWords(min)}` : 'any weight'
  return min > 1 ? `${gramWords(min)} to ${gramWords(max)}` : `up to ${gramWords(max)}`
}

/** 'side 150, girth 270 cm', 'box 60 x 40 x 40 cm'; empty where any size is taken. */
export function sizeWords({ dimensions = {} }: Pick<ShippingLine, 'dimensions'>): string {
  const { maxSide, maxSum, maxGirth, box } = dimensions
  const parts = [
    maxSide && `side ${maxSide}`,
    maxSum && `sum ${maxSum}`,
    maxGirth && `girth ${maxGirth}`,
    box && `box ${box.join(' x ')}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')} cm` : ''
}

/** Of all its countries, each once. */
export function countriesOf({ rates }: Pick<ShippingLine, 'rates'>): string[] {
  return [...new Set(rates.flatMap(({ countries }) => countries))]
}

/** 'Germany, France and 5 more' */
export function shortList(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
