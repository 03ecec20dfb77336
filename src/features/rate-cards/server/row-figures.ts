import { mergedFees } from '#features/freight/engine/compile-card.ts'
import type { CountryRate, Fees, RateCard, ShippingLine, Tier } from '#features/freight/rate-card.ts'
import { volumeText } from '#features/freight/rule-texts.ts'
import { chargedGrams, type Figure, gramsText, limit, money, percent, words } from './figure-words.ts'

/** Figures by what they are: 'each next 500 g', 'fuel surcharge', 'heaviest parcel'. */
export type Figures = ReadonlyMap<string, Figure>
export type RowFigures = {
  /** Of the price table. */
  prices: Figures
  /** Everything else, merged with card and line. */
  rules: Figures
}

/** All own and inherited values of a row, in shoppers' terms. */
export function figuresOf(card: RateCard, line: ShippingLine, rate: CountryRate): RowFigures {
  const fees = mergedFees(card.agentFees, line.fees, rate.fees)
  return {
    prices: new Map(rate.tiers.flatMap((tier, at) => tierFigures(tier, endOf(rate.tiers, at)))),
    rules: new Map([...feeFigures(fees), ...limitFigures(line, rate), ...lineFigures(line, rate)]),
  }
}

/** ' up to 2 kg', ' above 2 kg'; nothing where there is only one tier. */
function endOf(tiers: readonly Tier[], at: number): string {
  if (tiers.length === 1) return ''
  const [before, upTo = null] = [tiers[at - 1]?.upTo, tiers[at]?.upTo]
  if (upTo !== null) return ` up to ${gramsText(upTo)}`
  return before == null ? '' : ` above ${gramsText(before)}`
}

function tierFigures(tier: Tier, end: string): [string, Figure][] {
  const { mode, weightFirst, feeFirst, weightContinue, feeContinue, segments = [] } = tier
  const first = weightFirst === 0 ? 'base fee' : `first ${gramsText(weightFirst)}`
  const figures: [string, Figure][] = [[first + end, money(feeFirst)]]
  if (mode === 'ladder')
    segments.forEach((segment, at) => {
      const part = segments.length === 1 ? '' : endOf(segments.map(asTier), at)
      const own = end === '' ? '' : `, table${end}`
      figures.push([
        `each next ${gramsText(segment.weightContinue)}${part}${own}`,
        money(segment.feeContinue),
      ])
    })
  else if (weightContinue !== undefined) {
    const unit = weightContinue === 1000 ? 'kg' : gramsText(weightContinue)
    const beyond = weightFirst === 0 ? '' : ` beyond ${gramsText(weightFirst)}`
    const what = mode === 'step' ? `each next ${gramsText(weightContinue)}` : `per ${unit}${beyond}`
    figures.push([what + end, money(feeContinue)])
  }
  return figures
}

/** Only its end matters here. */
function asTier({ upTo = null }: { upTo?: number | null }): Tier {
  return { upTo, mode: 'ladder', weightFirst: 0, feeFirst: 0 }
}

function feeFigures(fees: Fees): [string, Figure][] {
  const onAir = { ...words(fees.fuelOnAir ? 'charged' : 'not charged'), value: fees.fuelOnAir ? 1 : 0 }
  return [
    ['fuel surcharge', percent(fees.fuelPercent)],
    ['fuel on the air surcharge', { ...onAir, isPrice: true }],
    ['air surcharge per kg', money(fees.airSurchargePerKg)],
    ['customs fee', money(fees.customs?.flat)],
    ['customs fee per kg', money(fees.customs?.perKg)],
    ['operation fee', money(fees.operationFee)],
    ['service fee', money(fees.serviceFee?.flat)],
    ['service fee in percent', percent(fees.serviceFee?.percent)],
    ['least freight', money(fees.minFreight ?? 0)],
  ]
}

function limitFigures(line: ShippingLine, rate: CountryRate): [string, Figure][] {
  const weight = { ...line.weight, ...rate.weight }
  const { maxSide, maxSum, maxGirth, box, text } = line.dimensions ?? {}
  const end = rate.tiers.some(({ upTo = null }) => upTo === null) ? null : (rate.tiers.at(-1)?.upTo ?? null)
  return [
    ['least charged weight', chargedGrams(line.billing?.minCharge ?? 0)],
    ['weight is rounded up to', chargedGrams(line.billing?.roundTo ?? 1)],
    ['lightest parcel', limit(weight.min, 'g')],
    ['lighter parcels', words(weight.belowMin === 'bump' ? 'are charged as the lightest' : 'are refused')],
    ['heaviest parcel', limit(weight.max, 'g')],
    ['heaviest chargeable weight', limit(end, 'g')],
    ['longest side', limit(maxSide, 'cm')],
    ['sum of sides', limit(maxSum, 'cm')],
    ['length and girth', limit(maxGirth, 'cm')],
    ['box', words(box ? `${box.join(' x ')} cm` : 'no limit')],
    ['words on size', words(text)],
    ['volumetric weight', words(volumeText(rate.volumetric ?? line.volumetric))],
  ]
}

function lineFigures(line: ShippingLine, rate: CountryRate): [string, Figure][] {
  const transit = rate.transit ?? line.transit
  const { default: rest = 'allow', allow = [], block = [] } = line.categories ?? {}
  const source = [rate.confidence ?? '', rate.src ? `(${rate.src})` : ''].join(' ').trim()
  return [
    ['days', words(transit && `${transit.min}-${transit.max}`)],
    ['categories', words(categoryWords(rest, allow, block))],
    ['line', words(line.active === false ? 'off' : 'offered')],
    ['name', words(line.name)],
    ['carrier', words(line.carrier)],
    ['description', words(line.features)],
    ['icon', words(line.iconUrl)],
    ['tags', words(line.tags?.join(', '))],
    ['source of the figures', words(source)],
    ['note', words(rate.note)],
  ]
}

function categoryWords(rest: 'allow' | 'deny', allow: string[], block: string[]): string {
  const parts = [
    rest === 'allow' ? 'all' : 'none',
    block.length > 0 ? `not ${block.toSorted().join(', ')}` : '',
    allow.length > 0 ? `but ${allow.toSorted().join(', ')}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
