import { capitalize } from '#shared/format/capitalize.ts'
import type { SizeLimits, VolumetricRule } from './rate-card.ts'

/** Grams and other whole figures with separators: 1796 is '1,796'. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(value).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

/** A line's size limits as text: its own, or one made of its limits; empty without limits. */
export function describeSizeLimits(limits: SizeLimits | undefined): string {
  if (limits === undefined) return ''
  if (limits.text !== undefined && limits.text !== '') return limits.text
  const { maxSide, maxSum, maxGirth, box } = limits
  const texts = [
    box == null ? '' : `${box.toSorted((one, other) => other - one).join(' x ')} cm`,
    maxSide == null ? '' : `longest side <= ${maxSide} cm`,
    maxSum == null ? '' : `length + width + height <= ${maxSum} cm`,
    maxGirth == null ? '' : `length + 2 x (width + height) <= ${maxGirth} cm`,
  ].filter((text) => text !== '')
  return capitalize(texts.join(', '))
}

/** A line's volumetric rule as text: 'L x W x H / 5000, the greater weight counts'. */
export function describeVolumeRule(rule: VolumetricRule | undefined): string {
  if (rule === undefined || rule.method === 'none' || rule.divisor === undefined)
    return 'Only the actual weight counts'
  const { divisor, sideTrigger, freeUpTo, freeExcess, freeRatio } = rule
  const counts =
    rule.method === 'half'
      ? 'half of actual and volumetric weight together counts'
      : 'the greater weight counts'
  const trigger =
    sideTrigger === undefined
      ? ''
      : `, only with a side of ${sideTrigger.inclusive === false ? 'more than' : 'at least'} ${sideTrigger.cm} cm`
  const free = [
    freeUpTo == null ? '' : `, not up to ${formatNumber(freeUpTo)} g of volumetric weight`,
    freeExcess == null ? '' : `, not up to ${formatNumber(freeExcess)} g above the actual weight`,
    freeRatio == null ? '' : `, not up to ${freeRatio} times the actual weight`,
  ]
  return `L x W x H / ${divisor}, ${counts}${trigger}${free.join('')}`
}
