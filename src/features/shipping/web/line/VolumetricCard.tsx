import type { Exchange } from '#features/freight/engine/exchange.ts'
import { formatMoney, getTotalMinor } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatCentimeters } from '#features/freight/weight-note.ts'
import { formatGrams, formatNumber } from '#shared/format/format-number.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import type { EstimateRequestTexts } from '../../estimate-search.ts'
import { getCompiledLines } from '../compiled-lines.ts'
import { createWeightAxis } from '../curve/curve-scale.ts'
import { toParcel } from '../to-parcel.ts'
import { type QuoteWithoutBox, quoteWithoutBox } from './quote-without-box.ts'
import './VolumetricCard.css'

/** The id of the category 'Sneakers (with shoe box)'. */
const shoesInBoxId = '202'

type VolumetricCardProps = {
  request: EstimateRequestTexts
  /** In the displayed currency. */
  option: ShippingOption
  exchange: Exchange | undefined
  card: RateCard
  onEstimate: ((request: EstimateRequestTexts) => void) | undefined
}

/** Compares the actual with the volumetric weight and shows the cost of the box on this line. */
export function VolumetricCard({ request, option, exchange, card, onEstimate }: VolumetricCardProps) {
  const parcel = toParcel(request)
  const line = getCompiledLines(card).get(option.id)
  const quoteWithoutSize = line && quoteWithoutBox(line, parcel, exchange)
  const box = parcel.categories.includes(shoesInBoxId) ? 'shoe box' : 'box'
  return (
    <>
      <p className="label weight-bars__line">{option.name}</p>
      <p className="line-analysis__say">
        {quoteWithoutSize && <Saving option={option} quoteWithoutSize={quoteWithoutSize} box={box} />}
      </p>
      <Bars parcel={parcel} option={option} />
      <p className="weight-bars__rule">{`${option.restrictions.volumeWeightRule}.`}</p>
      {onEstimate && (
        <button type="button" className="btn btn--block" onClick={() => onEstimate(removeSize(request))}>
          Estimate without the box
        </button>
      )}
    </>
  )
}

function removeSize({
  length: _length,
  width: _width,
  height: _height,
  ...request
}: EstimateRequestTexts): EstimateRequestTexts {
  return request
}

type SavingProps = { option: ShippingOption; quoteWithoutSize: QuoteWithoutBox; box: string }

function Saving({ option, quoteWithoutSize, box }: SavingProps) {
  const savedUnits = getTotalMinor(option) - quoteWithoutSize.totalUnits
  const { chargeableWeight, currencyEnum } = option.feeDetail
  if (option.reckoning.divisor === null)
    return <span>{`This line charges actual weight only, so the ${box} adds nothing.`}</span>
  if (savedUnits <= 0 && chargeableWeight === quoteWithoutSize.chargeableGrams)
    return (
      <>
        <span>{`The ${box} adds nothing here: `}</span>
        <span className="tabular-nums">{formatGrams(chargeableWeight)}</span>
        <span>{' either way.'}</span>
      </>
    )
  if (savedUnits <= 0)
    return (
      <>
        <span>{`Without the ${box} it's `}</span>
        <span className="tabular-nums">{formatGrams(quoteWithoutSize.chargeableGrams)}</span>
        <span>, at the same price.</span>
      </>
    )
  return (
    <>
      <span>{`Without the ${box} it's `}</span>
      <span className="tabular-nums">{formatGrams(quoteWithoutSize.chargeableGrams)}</span>
      <span>{', which '}</span>
      <mark className="tabular-nums">{`saves ${formatMoney(savedUnits, currencyEnum)}`}</mark>
      <span>.</span>
    </>
  )
}

/** A frame of 100 units, so that positions on the axis are percentages. */
const barFrame = { width: 100, height: 0, left: 0, right: 100, top: 0, bottom: 0 }

function Bars({ parcel, option }: { parcel: Parcel; option: ShippingOption }) {
  const { volumetricWeight } = option.feeDetail
  const { divisor } = option.reckoning
  const maxGrams = Math.max(parcel.grams, volumetricWeight ?? 0)
  const axis = createWeightAxis(barFrame, { unroundedGrams: maxGrams, maxGrams })
  const sides = parcel.sidesMm.map(formatCentimeters).join(' x ')
  return (
    <div className="weight-bars">
      <Bar
        label="Actual weight"
        weight={formatGrams(parcel.grams)}
        percent={axis.toPx(parcel.grams)}
        kind="real"
      />
      <Bar
        label={divisor === null ? `Volumetric, ${sides}` : `Volumetric, ${sides} / ${divisor}`}
        weight={volumetricWeight === null ? 'not used' : formatGrams(volumetricWeight)}
        percent={axis.toPx(volumetricWeight ?? 0)}
        kind="volumetric"
      />
      <div className="ruler-ticks" aria-hidden="true" />
      <p className="weight-bars__scale" aria-hidden="true">
        <span>0</span>
        <span>{formatScaleWeight(axis.to / 2)}</span>
        <span>{formatScaleWeight(axis.to)}</span>
      </p>
    </div>
  )
}

type BarProps = { label: string; weight: string; percent: number; kind: 'real' | 'volumetric' }

function Bar({ label, weight, percent, kind }: BarProps) {
  return (
    <div className="weight-bars__row">
      <p className="weight-bars__top">
        <span>{label}</span>
        <b className="tabular-nums">{weight}</b>
      </p>
      <svg className="weight-bars__bar" aria-hidden="true">
        <rect className={`weight-bars__${kind}`} width={`${percent}%`} height="28" rx="2" />
      </svg>
    </div>
  )
}

function formatScaleWeight(grams: number): string {
  return grams % 500 === 0 ? `${formatNumber(grams / 1000)} kg` : formatGrams(grams)
}
