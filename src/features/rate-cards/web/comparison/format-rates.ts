import { formatDate } from '#shared/format/format-date.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import type { ShippingLine } from '#shared/freight/rate-card.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { RateCardSummary } from '../../contract.ts'

export const stateLabels = {
  active: 'Active',
  draft: 'Not active',
  former: 'Previously active',
  embedded: 'Built-in',
} as const satisfies Record<RateCardSummary['state'], string>

export const stateVariants = { active: 'good', draft: 'waiting', former: 'off', embedded: 'off' } as const

/** '1 line', '20 lines' */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

/** The text below the name of a version. */
export function describeVersion(card: RateCardSummary, now: number): string {
  const size = `${formatCount(card.lines, 'line')}, ${formatCount(card.rows, 'row')}`
  return [describeActivePeriod(card), size, describeOrigin(card, now)]
    .filter((text) => text !== '')
    .join(' · ')
}

function describeActivePeriod({ state, effectiveFrom, activatedAt, retiredAt }: RateCardSummary): string {
  if (state === 'former' && activatedAt && retiredAt)
    return `active ${formatDate(activatedAt)} to ${formatDate(retiredAt)}`
  return effectiveFrom ? `from ${formatDate(effectiveFrom)}` : ''
}

function describeOrigin({ state, createdAt, createdBy }: RateCardSummary, now: number): string {
  if (createdAt === null) return state === 'embedded' ? '' : 'came with the site'
  // `now` is updated once a minute, so seconds would stand still.
  const isNew = now - Date.parse(createdAt) < MINUTE_MS
  return `added ${isNew ? 'just now' : formatRelativeTime(createdAt, now)}${createdBy ? ` by ${createdBy}` : ''}`
}

/** '¥118.20', '$16.50' */
export function formatAmount(amount: number, currency: string): string {
  return `${getCurrencySign(currency)}${formatYuan(amount)}`
}

/** 500 is '500 g', 1500 '1.5 kg', 30000 '30 kg'. */
export function formatLineWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${formatNumber(grams / 1000)} kg`
}

/** 'up to 30 kg', '500 g to 30 kg' */
export function formatWeightLimits({ weight = {} }: Pick<ShippingLine, 'weight'>): string {
  const { min = 0, max } = weight
  if (max === undefined) return min > 1 ? `from ${formatLineWeight(min)}` : 'any weight'
  return min > 1 ? `${formatLineWeight(min)} to ${formatLineWeight(max)}` : `up to ${formatLineWeight(max)}`
}

/** 'side 150, girth 270 cm', 'box 60 x 40 x 40 cm'; empty without limits. */
export function formatSizeLimits({ dimensions = {} }: Pick<ShippingLine, 'dimensions'>): string {
  const { maxSide, maxSum, maxGirth, box } = dimensions
  const parts = [
    maxSide && `side ${maxSide}`,
    maxSum && `sum ${maxSum}`,
    maxGirth && `girth ${maxGirth}`,
    box && `box ${box.join(' x ')}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')} cm` : ''
}

/** All countries of a line, each once. */
export function listLineCountries({ rates }: Pick<ShippingLine, 'rates'>): string[] {
  return [...new Set(rates.flatMap(({ countries }) => countries))]
}

/** 'Germany, France and 5 more' */
export function formatShortList(names: readonly string[], maxNames: number): string {
  const firstNames = names.slice(0, maxNames).join(', ')
  return names.length > maxNames ? `${firstNames} and ${names.length - maxNames} more` : firstNames
}
