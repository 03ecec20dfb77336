import { describeVolumeRule } from '#features/freight/describe-line-rules.ts'
import { getPriceFacts, mergeFees } from '#features/freight/engine/compile-card.ts'
import type { CountryRate, Fees, RateCard, ShippingLine, Tier } from '#shared/freight/rate-card.ts'
import {
  createLimitFigure,
  createMoneyFigure,
  createPercentFigure,
  createTextFigure,
  createWeightFigure,
  formatFigureWeight,
  type RateFigure,
} from './rate-figures.ts'

/** Figures by their names: 'each next 500 g', 'fuel surcharge', 'heaviest parcel'. */
export type NamedFigures = ReadonlyMap<string, RateFigure>
export type RowFigures = {
  /** The figures of the price table. */
  prices: NamedFigures
  /** All other figures, merged with those of card and line. */
  rules: NamedFigures
}

/** All own and inherited figures of a row by name. */
export function getRowFigures(card: RateCard, line: ShippingLine, rate: CountryRate): RowFigures {
  const fees = mergeFees(card.agentFees, line.fees, rate.fees)
  return {
    prices: new Map(
      rate.tiers.flatMap((tier, index) => listTierFigures(tier, formatTierEnd(rate.tiers, index))),
    ),
    rules: new Map([
      ...listFeeFigures(fees),
      ...listLimitFigures(line, rate),
      ...listLineFigures(card, line, rate),
    ]),
  }
}

/** ' up to 2 kg', ' above 2 kg'; empty when there is only one tier. */
function formatTierEnd(tiers: readonly Tier[], index: number): string {
  if (tiers.length === 1) return ''
  const [before, upTo = null] = [tiers[index - 1]?.upTo, tiers[index]?.upTo]
  if (upTo !== null) return ` up to ${formatFigureWeight(upTo)}`
  return before == null ? '' : ` above ${formatFigureWeight(before)}`
}

function listTierFigures(tier: Tier, end: string): [string, RateFigure][] {
  const { mode, weightFirst, feeFirst, weightContinue, feeContinue, segments = [] } = tier
  const first = weightFirst === 0 ? 'base fee' : `first ${formatFigureWeight(weightFirst)}`
  const figures: [string, RateFigure][] = [[first + end, createMoneyFigure(feeFirst)]]
  if (mode === 'ladder')
    segments.forEach((segment, index) => {
      const part = segments.length === 1 ? '' : formatTierEnd(segments.map(toTier), index)
      const tableSuffix = end === '' ? '' : `, table${end}`
      figures.push([
        `each next ${formatFigureWeight(segment.weightContinue)}${part}${tableSuffix}`,
        createMoneyFigure(segment.feeContinue),
      ])
    })
  else if (weightContinue !== undefined) {
    const unit = weightContinue === 1000 ? 'kg' : formatFigureWeight(weightContinue)
    const beyond = weightFirst === 0 ? '' : ` beyond ${formatFigureWeight(weightFirst)}`
    const what = mode === 'step' ? `each next ${formatFigureWeight(weightContinue)}` : `per ${unit}${beyond}`
    figures.push([what + end, createMoneyFigure(feeContinue)])
  }
  return figures
}

/** A tier with the upper limit of a segment; its other figures are not used. */
function toTier({ upTo = null }: { upTo?: number | null }): Tier {
  return { upTo, mode: 'ladder', weightFirst: 0, feeFirst: 0 }
}

function listFeeFigures(fees: Fees): [string, RateFigure][] {
  const onAir = {
    ...createTextFigure(fees.fuelOnAir ? 'charged' : 'not charged'),
    value: fees.fuelOnAir ? 1 : 0,
  }
  return [
    ['fuel surcharge', createPercentFigure(fees.fuelPercent)],
    ['fuel on the air surcharge', { ...onAir, isPrice: true }],
    ['air surcharge per kg', createMoneyFigure(fees.airSurchargePerKg)],
    ['customs fee', createMoneyFigure(fees.customs?.flat)],
    ['customs fee per kg', createMoneyFigure(fees.customs?.perKg)],
    ['operation fee', createMoneyFigure(fees.operationFee)],
    ['service fee', createMoneyFigure(fees.serviceFee?.flat)],
    ['service fee in percent', createPercentFigure(fees.serviceFee?.percent)],
    ['least freight', createMoneyFigure(fees.minFreight ?? 0)],
  ]
}

function listLimitFigures(line: ShippingLine, rate: CountryRate): [string, RateFigure][] {
  const weight = { ...line.weight, ...rate.weight }
  const { maxSide, maxSum, maxGirth, box, text } = line.dimensions ?? {}
  const end = rate.tiers.some(({ upTo = null }) => upTo === null) ? null : (rate.tiers.at(-1)?.upTo ?? null)
  return [
    ['least charged weight', createWeightFigure(line.billing?.minCharge ?? 0)],
    ['weight is rounded up to', createWeightFigure(line.billing?.roundTo ?? 1)],
    ['lightest parcel', createLimitFigure(weight.min, 'g')],
    [
      'lighter parcels',
      createTextFigure(weight.belowMin === 'bump' ? 'are charged as the lightest' : 'are refused'),
    ],
    ['heaviest parcel', createLimitFigure(weight.max, 'g')],
    ['heaviest chargeable weight', createLimitFigure(end, 'g')],
    ['longest side', createLimitFigure(maxSide, 'cm')],
    ['sum of sides', createLimitFigure(maxSum, 'cm')],
    ['length and girth', createLimitFigure(maxGirth, 'cm')],
    ['box', createTextFigure(box ? `${box.join(' x ')} cm` : 'no limit')],
    ['words on size', createTextFigure(text)],
    ['volumetric weight', createTextFigure(describeVolumeRule(rate.volumetric ?? line.volumetric))],
  ]
}

function listLineFigures(card: RateCard, line: ShippingLine, rate: CountryRate): [string, RateFigure][] {
  const transit = rate.transit ?? line.transit
  const { default: defaultRule = 'allow', allow = [], block = [] } = line.categories ?? {}
  const source = [rate.confidence ?? '', rate.src ? `(${rate.src})` : ''].join(' ').trim()
  const { asOf } = getPriceFacts(card, rate)
  return [
    ['days', createTextFigure(transit && `${transit.min}-${transit.max}`)],
    ['categories', createTextFigure(describeCategories(defaultRule, allow, block))],
    ['line', createTextFigure(line.active === false ? 'off' : 'offered')],
    ['name', createTextFigure(line.name)],
    ['carrier', createTextFigure(line.carrier)],
    ['description', createTextFigure(line.features)],
    ['icon', createTextFigure(line.iconUrl)],
    ['tags', createTextFigure(line.tags?.join(', '))],
    ['source of the figures', createTextFigure(source)],
    ['year of the prices', createTextFigure(asOf === null ? 'undated' : String(asOf))],
    ['spread of the prices', createTextFigure(rate.spread ? `${rate.spread}%` : 'none')],
    ['note', createTextFigure(rate.note)],
  ]
}

function describeCategories(defaultRule: 'allow' | 'deny', allow: string[], block: string[]): string {
  const parts = [
    defaultRule === 'allow' ? 'all' : 'none',
    block.length > 0 ? `not ${block.toSorted().join(', ')}` : '',
    allow.length > 0 ? `but ${allow.toSorted().join(', ')}` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
