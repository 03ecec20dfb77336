import type { ChargeBreakdown, FeeDetail, WeightRule } from './option.ts'
import type { Parcel } from './parcel.ts'
import { amountText } from './receipt.ts'
import { grouped } from './rule-texts.ts'

/** Why this weight is charged: a short first sentence, and the reason. */
export type WeightNote = { readonly charged: string; readonly because: string }

/**
 * Explains the weight that an option charges: 'Charged as 1,796 g.' and 'The box, not the scale, sets this
 * price: 34 x 22 x 12 cm divided by 5000.' By the rule that the option itself names.
 */
export function weightNote(
  fee: FeeDetail,
  reckoning: ChargeBreakdown,
  parcel: Pick<Parcel, 'grams' | 'sidesMm'>,
): WeightNote {
  const charged = `Charged as ${grouped(fee.chargeableWeight)} g.`
  const sentences = [ruleWords[reckoning.weightRule]({ fee, reckoning, parcel })]
  const { raisedTo, minCharge, roundedTo } = reckoning
  if (raisedTo !== null)
    sentences.push(
      `It weighs ${grouped(parcel.grams)} g and is raised to the least weight, ${grouped(raisedTo)} g.`,
    )
  if (minCharge !== null) sentences.push(`This line charges ${grouped(minCharge)} g at least.`)
  if (roundedTo !== null) sentences.push(`Weight is rounded up to full ${grouped(roundedTo)} g.`)
  return { charged, because: sentences.join(' ') }
}

type About = { fee: FeeDetail; reckoning: ChargeBreakdown; parcel: Pick<Parcel, 'grams' | 'sidesMm'> }

const ruleWords: Record<WeightRule, (about: About) => string> = {
  'actual-only': () => 'Only the scale counts on this line, whatever the size of the box.',
  'size-unknown': () => 'Size not given: volumetric weight not included.',
  'side-below': ({ reckoning }) =>
    `The scale counts here: no side reaches ${reckoning.ruleLimit} cm, so volume is not counted.`,
  'side-up-to': ({ reckoning }) =>
    `The scale counts here: no side is longer than ${reckoning.ruleLimit} cm, so volume is not counted.`,
  scale: ({ fee }) => `The scale counts here: the box is light for its size, ${byVolume(fee)}.`,
  'free-weight': ({ fee, reckoning }) =>
    `The scale counts here: ${byVolume(fee)}, and up to ${limit(reckoning)} g of that are free.`,
  'free-excess': ({ fee, reckoning }) =>
    `The scale counts here: ${byVolume(fee)}, and up to ${limit(reckoning)} g above the scale are free.`,
  'free-ratio': ({ fee, reckoning }) =>
    `The scale counts here: ${byVolume(fee)}, and up to ${reckoning.ruleLimit} times the scale is free.`,
  half: ({ fee, parcel, reckoning }) =>
    `The mean of both weights counts: ${grouped(counted(parcel, reckoning))} g on the scale and ${byVolume(fee)}.`,
  volume: ({ reckoning, parcel, fee }) =>
    `The box, not the scale, sets this price: ${sizeOf(parcel)} divided by ${reckoning.divisor}${isPlain(fee) ? '' : ` is ${grouped(fee.volumetricWeight ?? 0)} g`}.`,
}

/** The charged weight is the volumetric one, unchanged. */
function isPlain(fee: FeeDetail): boolean {
  return fee.volumetricWeight === fee.chargeableWeight
}

function byVolume(fee: FeeDetail): string {
  return `${grouped(fee.volumetricWeight ?? 0)} g by volume`
}

function limit({ ruleLimit }: ChargeBreakdown): string {
  return grouped(ruleLimit ?? 0)
}

/** The actual weight as the line charges it. */
function counted(parcel: Pick<Parcel, 'grams'>, { raisedTo }: ChargeBreakdown): number {
  return raisedTo ?? parcel.grams
}

/** As entered: '34 x 22 x 12 cm'. */
export function sizeOf({ sidesMm }: Pick<Parcel, 'sidesMm'>): string {
  return `${sidesMm.map(centimetres).join(' x ')} cm`
}

/** Millimetres as cm: 345 is '34.5', 340 is '34'. */
export function centimetres(millimetres: number): string {
  return amountText(millimetres, 1).replace(/\.0$/, '')
}
