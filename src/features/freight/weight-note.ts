import { formatNumber } from './describe-line-rules.ts'
import type { ChargeBreakdown, FeeDetail, WeightRule } from './option.ts'
import type { Parcel } from './parcel.ts'
import { formatMinorAmount } from './receipt.ts'

/** Why this weight is charged: a short first sentence, and the reason. */
export type WeightNote = { readonly charged: string; readonly because: string }

/**
 * Explains the weight that an option charges: 'Charged as 1,796 g.' and 'The box, not the scale, sets this
 * price: 34 x 22 x 12 cm divided by 5000.' By the rule that the option itself names.
 */
export function describeChargedWeight(
  fee: FeeDetail,
  reckoning: ChargeBreakdown,
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>,
): WeightNote {
  const charged = `Charged as ${formatNumber(fee.chargeableWeight)} g.`
  const sentences = [ruleTexts[reckoning.weightRule]({ fee, reckoning, parcel })]
  const { raisedTo, minCharge, roundedTo } = reckoning
  if (raisedTo !== null)
    sentences.push(
      `It weighs ${formatNumber(parcel.grams)} g and is raised to the least weight, ${formatNumber(raisedTo)} g.`,
    )
  if (minCharge !== null) sentences.push(`This line charges ${formatNumber(minCharge)} g at least.`)
  if (roundedTo !== null) sentences.push(`Weight is rounded up to full ${formatNumber(roundedTo)} g.`)
  return { charged, because: sentences.join(' ') }
}

type WeightContext = { fee: FeeDetail; reckoning: ChargeBreakdown; parcel: Pick<Parcel, 'grams' | 'sidesMm'> }

const ruleTexts: Record<WeightRule, (about: WeightContext) => string> = {
  'actual-only': () => 'Only the scale counts on this line, whatever the size of the box.',
  'size-unknown': () => 'Size not given: volumetric weight not included.',
  'side-below': ({ reckoning }) =>
    `The scale counts here: no side reaches ${reckoning.ruleLimit} cm, so volume is not counted.`,
  'side-up-to': ({ reckoning }) =>
    `The scale counts here: no side is longer than ${reckoning.ruleLimit} cm, so volume is not counted.`,
  scale: ({ fee }) => `The scale counts here: the box is light for its size, ${formatVolumetricWeight(fee)}.`,
  'free-weight': ({ fee, reckoning }) =>
    `The scale counts here: ${formatVolumetricWeight(fee)}, and up to ${formatRuleLimit(reckoning)} g of that are free.`,
  'free-excess': ({ fee, reckoning }) =>
    `The scale counts here: ${formatVolumetricWeight(fee)}, and up to ${formatRuleLimit(reckoning)} g above the scale are free.`,
  'free-ratio': ({ fee, reckoning }) =>
    `The scale counts here: ${formatVolumetricWeight(fee)}, and up to ${reckoning.ruleLimit} times the scale is free.`,
  half: ({ fee, parcel, reckoning }) =>
    `The mean of both weights counts: ${formatNumber(getRaisedWeight(parcel, reckoning))} g on the scale and ${formatVolumetricWeight(fee)}.`,
  volume: ({ reckoning, parcel, fee }) =>
    `The box, not the scale, sets this price: ${formatSize(parcel)} divided by ${reckoning.divisor}${isVolumetricCharged(fee) ? '' : ` is ${formatNumber(fee.volumetricWeight ?? 0)} g`}.`,
}

/** The charged weight is the volumetric one, unchanged. */
function isVolumetricCharged(fee: FeeDetail): boolean {
  return fee.volumetricWeight === fee.chargeableWeight
}

function formatVolumetricWeight(fee: FeeDetail): string {
  return `${formatNumber(fee.volumetricWeight ?? 0)} g by volume`
}

function formatRuleLimit({ ruleLimit }: ChargeBreakdown): string {
  return formatNumber(ruleLimit ?? 0)
}

/** The actual weight as the line charges it. */
function getRaisedWeight(parcel: Pick<Parcel, 'grams'>, { raisedTo }: ChargeBreakdown): number {
  return raisedTo ?? parcel.grams
}

/** As entered: '34 x 22 x 12 cm'. */
export function formatSize({ sidesMm }: Pick<Parcel, 'sidesMm'>): string {
  return `${sidesMm.map(formatCentimeters).join(' x ')} cm`
}

/** Millimetres as cm: 345 is '34.5', 340 is '34'. */
export function formatCentimeters(millimetres: number): string {
  return formatMinorAmount(millimetres, 1).replace(/\.0$/, '')
}
