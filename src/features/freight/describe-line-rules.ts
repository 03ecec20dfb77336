import { capitalize } from '#shared/format/capitalize.ts'
import { formatGrams, formatSidesCm } from '#shared/format/format-number.ts'
import type { SizeLimits, VolumetricRule } from '#shared/freight/rate-card.ts'

/** A line's size limits as text: the text of the card, else one made from the limits; empty without limits. */
export function describeSizeLimits(limits: SizeLimits | undefined): string {
  if (limits === undefined) return ''
  if (limits.text !== undefined && limits.text !== '') return limits.text
  const { maxSide, maxSum, maxGirth, box } = limits
  const texts = [
    box == null ? '' : formatSidesCm(box.toSorted((left, right) => right - left)),
    maxSide == null ? '' : `longest side <= ${maxSide} cm`,
    maxSum == null ? '' : `length + width + height <= ${maxSum} cm`,
    maxGirth == null ? '' : `length + 2 x (width + height) <= ${maxGirth} cm`,
  ].filter((text) => text !== '')
  return capitalize(texts.join(', '))
}

/** A line's volumetric rule as text: 'L x W x H / 5000, the higher weight applies'. */
export function describeVolumeRule(rule: VolumetricRule | undefined): string {
  if (rule === undefined || rule.method === 'none' || rule.divisor === undefined) return 'Actual weight only'
  const { divisor, sideTrigger, freeUpTo, freeExcess, freeRatio } = rule
  const counts =
    rule.method === 'half'
      ? 'the average of actual and volumetric weight applies'
      : 'the higher weight applies'
  const trigger =
    sideTrigger === undefined
      ? ''
      : `, only with a side of ${sideTrigger.inclusive === false ? 'more than' : 'at least'} ${sideTrigger.cm} cm`
  const free = [
    freeUpTo == null ? '' : `, not up to ${formatGrams(freeUpTo)} of volumetric weight`,
    freeExcess == null ? '' : `, not up to ${formatGrams(freeExcess)} above the actual weight`,
    freeRatio == null ? '' : `, not up to ${freeRatio} times the actual weight`,
  ]
  return `L x W x H / ${divisor}, ${counts}${trigger}${free.join('')}`
}
