import { formatGrams, formatSidesCm } from '#shared/format/format-number.ts'
import type { ChargeBreakdown, FeeDetail, WeightRule } from './option.ts'
import type { Parcel } from './parcel.ts'
import { formatMinorAmount } from './receipt.ts'

/** Why this weight is charged: a short first sentence, and the reason. */
export type WeightNote = { readonly charged: string; readonly because: string }

/**
 * Explains the weight that an option charges: 'Charged as 1,796 g.' and 'The size sets this price: 34 x 22 x 12 cm,
 * divided by 5000.' Uses the rule in the option's breakdown.
 */
export function describeChargedWeight(
  fee: FeeDetail,
  breakdown: ChargeBreakdown,
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>,
): WeightNote {
  const charged = `Charged as ${formatGrams(fee.chargeableWeight)}.`
  const sentences = [ruleTexts[breakdown.weightRule]({ fee, breakdown, parcel })]
  const { raisedTo, minCharge, roundedTo } = breakdown
  if (raisedTo !== null)
    sentences.push(`It weighs ${formatGrams(parcel.grams)}; this line's minimum is ${formatGrams(raisedTo)}.`)
  if (minCharge !== null) sentences.push(`This line charges at least ${formatGrams(minCharge)}.`)
  if (roundedTo !== null) sentences.push(`Weight is rounded up to the next ${formatGrams(roundedTo)}.`)
  return { charged, because: sentences.join(' ') }
}

type WeightContext = { fee: FeeDetail; breakdown: ChargeBreakdown; parcel: Pick<Parcel, 'grams' | 'sidesMm'> }

const ruleTexts: Record<WeightRule, (context: WeightContext) => string> = {
  'actual-only': () => 'This line charges actual weight, whatever the box size.',
  'size-unknown': () => 'Add the size to include volumetric weight.',
  'side-below': ({ breakdown }) => `Actual weight applies: no side reaches ${breakdown.ruleLimit} cm.`,
  'side-up-to': ({ breakdown }) => `Actual weight applies: no side is longer than ${breakdown.ruleLimit} cm.`,
  scale: ({ fee }) => `Actual weight applies: by volume it's only ${formatVolumetricWeight(fee)}.`,
  'free-weight': ({ fee, breakdown }) =>
    `Actual weight applies: by volume it's ${formatVolumetricWeight(fee)}, and up to ${formatRuleLimit(breakdown)} is free.`,
  'free-excess': ({ fee, breakdown }) =>
    `Actual weight applies: by volume it's ${formatVolumetricWeight(fee)}, and up to ${formatRuleLimit(breakdown)} above the actual weight is free.`,
  'free-ratio': ({ fee, breakdown }) =>
    `Actual weight applies: by volume it's ${formatVolumetricWeight(fee)}, and up to ${breakdown.ruleLimit} times the actual weight is free.`,
  half: ({ fee, parcel, breakdown }) =>
    `The average applies: ${formatGrams(getRaisedWeight(parcel, breakdown))} actual and ${formatVolumetricWeight(fee)} volumetric.`,
  volume: ({ breakdown, parcel, fee }) =>
    `The size sets this price: ${formatSize(parcel)}, divided by ${breakdown.divisor}${isVolumetricCharged(fee) ? '' : `, is ${formatVolumetricWeight(fee)}`}.`,
}

/** Whether exactly the volumetric weight is charged. */
function isVolumetricCharged(fee: FeeDetail): boolean {
  return fee.volumetricWeight === fee.chargeableWeight
}

function formatVolumetricWeight(fee: FeeDetail): string {
  return formatGrams(fee.volumetricWeight ?? 0)
}

function formatRuleLimit({ ruleLimit }: ChargeBreakdown): string {
  return formatGrams(ruleLimit ?? 0)
}

/** The actual weight as the line charges it. */
function getRaisedWeight(parcel: Pick<Parcel, 'grams'>, { raisedTo }: ChargeBreakdown): number {
  return raisedTo ?? parcel.grams
}

/** The sides in the order of entry: '34 x 22 x 12 cm'. */
export function formatSize({ sidesMm }: Pick<Parcel, 'sidesMm'>): string {
  return formatSidesCm(sidesMm.map(formatCentimeters))
}

/** Millimeters as text in cm: 345 is '34.5', 340 is '34'. */
export function formatCentimeters(mm: number): string {
  return formatMinorAmount(mm, 1).replace(/\.0$/, '')
}
