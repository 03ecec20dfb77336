import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatTransitDays } from '#features/freight/format-money.ts'
import type { CurrencyEnum, ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatLineName } from '#features/freight/trust/price-age.ts'
import { formatUnavailableReasons } from '#features/freight/unavailable-messages.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { describeChargedWeight } from '#features/freight/weight-note.ts'
import type { Haul } from '#features/haul/haul.ts'
import { computeDrawingScale } from '#features/haul/web/plan/box-drawing.ts'
import { sumFees } from '#features/haul/web/plan/describe-plan.ts'
import {
  describeContents,
  formatParcelWeight,
  formatPieceCount,
} from '#features/haul/web/plan/format-haul.ts'
import { ParcelOnScale } from '#features/haul/web/plan/ParcelOnScale.tsx'
import type { ShippingWay, ShippingWayKey, ShippingWayParcel } from '#features/haul/web/plan/shipping-ways.ts'
import type { PlanResult } from '#features/haul/web/plan-messages.ts'
import { Money } from '#features/shipping/web/Money.tsx'
import { formatNumber } from '#shared/format/format-number.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import './PlanWays.css'

type PlanWaysProps = {
  haul: Haul
  result: PlanResult
  ways: readonly ShippingWay[]
  selectedWay: ShippingWay
  onSelect: (key: ShippingWayKey) => void
}

/** The ways to send the haul with their prices, and the parcels of the chosen way, drawn to one scale. */
export function PlanWays({ haul, result, ways, selectedWay, onSelect }: PlanWaysProps) {
  const { currency } = result
  const scale = computeDrawingScale(ways.flatMap(({ parcels }) => parcels.map(({ parcel }) => parcel)))
  return (
    <section
      className={ways.length > 1 ? 'plan-ways plan-ways--several' : 'plan-ways'}
      aria-labelledby="ways"
    >
      {ways.length > 1 && (
        <fieldset className="way-choice">
          <legend className="visually-hidden">Ways to send it</legend>
          {ways.map((way, index) => (
            <WayOption
              key={way.key}
              way={way}
              isCheapest={index === 0}
              isSelected={way === selectedWay}
              currency={currency}
              onSelect={onSelect}
            />
          ))}
        </fieldset>
      )}
      <div className="shipping-way">
        <ScaleMat label={describeScales(selectedWay.parcels)}>
          {selectedWay.parcels.map(({ parcel, option, pieces }) => (
            <ParcelOnScale
              key={getPiecesKey(pieces)}
              parcel={parcel}
              chargedGrams={option?.feeDetail.chargeableWeight}
              scale={scale}
            />
          ))}
        </ScaleMat>
        <ol className="parcel-list">
          {selectedWay.parcels.map((wayParcel, index) => (
            <ParcelRow
              key={getPiecesKey(wayParcel.pieces)}
              number={index + 1}
              wayParcel={wayParcel}
              haul={haul}
              currency={currency}
              unavailableOptions={
                selectedWay.key === 'single' ? result.plan.single?.unavailableOptions : undefined
              }
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

function ScaleMat({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many parcels are wider than the page, and the keyboard scrolls them
    <div className="shipping-way__mat surface-mat" tabIndex={0} role="img" aria-label={label}>
      <div className="shipping-way__row">{children}</div>
    </div>
  )
}

type WayOptionProps = {
  way: ShippingWay
  isCheapest: boolean
  isSelected: boolean
  currency: CurrencyEnum
  onSelect: (key: ShippingWayKey) => void
}

function WayOption({ way, isCheapest, isSelected, currency, onSelect }: WayOptionProps) {
  const { key, title, total, span } = way
  return (
    <label className="way-choice__way">
      <input
        type="radio"
        className="visually-hidden"
        name="way"
        value={key}
        checked={isSelected}
        onChange={() => onSelect(key)}
      />
      <span className="way-choice__name">{title}</span>
      {total !== null && <Money units={total} currency={currency} />}
      <span className="way-choice__days">
        {total === null
          ? 'No line takes everything'
          : [span, isCheapest ? 'cheapest' : ''].filter(Boolean).join(' · ')}
      </span>
    </label>
  )
}

/** 'Two boxes on scales. Parcel 1 weighs 3,662 g and is charged as 6,060 g. …' */
function describeScales(parcels: readonly ShippingWayParcel[]): string {
  const sentences = parcels.map(({ parcel, option }, index) => {
    const chargedGrams = option?.feeDetail.chargeableWeight ?? parcel.grams
    const more = chargedGrams === parcel.grams ? '' : ` and is charged as ${formatNumber(chargedGrams)} g`
    return `Parcel ${index + 1} weighs ${formatNumber(parcel.grams)} g${more}.`
  })
  return `${parcels.length === 1 ? 'A box on a scale' : 'Boxes on scales'}. ${sentences.join(' ')}`
}

function getPiecesKey(pieces: ShippingWayParcel['pieces']): string {
  return pieces.map(({ item, count }) => `${item}-${count}`).join(' ')
}

type ParcelRowProps = {
  number: number
  wayParcel: ShippingWayParcel
  haul: Haul
  currency: CurrencyEnum
  unavailableOptions: readonly ShippingOption[] | undefined
}

function ParcelRow({
  number,
  wayParcel: { pieces, parcel, option },
  haul,
  currency,
  unavailableOptions,
}: ParcelRowProps) {
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  return (
    <li className="parcel-list__parcel">
      <div className="parcel-list__top">
        <ParcelPictures pieces={pieces} haul={haul} />
        {option && <Money units={sumFees([option], 'total', currency)} currency={currency} />}
      </div>
      <p title={describeContents(pieces, haul)}>
        <b>
          {`Parcel ${number}: ${pieces.length === 1 ? describeContents(pieces, haul) : formatPieceCount(count)}`}
        </b>
        {option && (
          <>
            <br />
            <span>{[formatLineName(option), formatTransitDays(option)].filter(Boolean).join(', ')}</span>
          </>
        )}
      </p>
      <small>
        {option
          ? describeWeight({ parcel, option, count, packingPercent: haul.packingPercent })
          : 'No line takes everything in one parcel.'}
      </small>
      {unavailableOptions && <UnavailableOptions parcel={parcel} unavailableOptions={unavailableOptions} />}
    </li>
  )
}

type ParcelWeightOptions = { parcel: Parcel; option: ShippingOption; count: number; packingPercent: number }

/** '3,662 g with packing, charged as 6,060 g. The box sets this price.' */
function describeWeight({ parcel, option, count, packingPercent }: ParcelWeightOptions): string {
  const { because } = describeChargedWeight(option.feeDetail, option.reckoning, parcel)
  const { chargeableWeight } = option.feeDetail
  const chargedGrams =
    chargeableWeight === parcel.grams ? '' : `, charged as ${formatNumber(chargeableWeight)} g`
  const weight = formatParcelWeight(parcel.grams, count, packingPercent)
  return `${weight}${chargedGrams}. ${because ?? ''}`
}

const maxPictures = 7

function ParcelPictures({ pieces, haul }: { pieces: ShippingWayParcel['pieces']; haul: Haul }) {
  const pictures = pieces.flatMap(({ item }) => {
    const picture = haul.items.find(({ id }) => id === item)?.picture
    return picture ? [{ item, picture }] : []
  })
  return (
    <span className="parcel-list__pictures" aria-hidden>
      {pictures.slice(0, maxPictures).map(({ item, picture }) => (
        <Picture key={item} src={picture} alt="" width={160} height={160} sizes="36px" maxWidth={160} />
      ))}
    </span>
  )
}

function UnavailableOptions({
  parcel,
  unavailableOptions,
}: {
  parcel: Parcel
  unavailableOptions: readonly ShippingOption[]
}) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  return (
    <dl className="parcel-list__refusals">
      {unavailableOptions.map((option) => (
        <div key={option.id}>
          <dt>{option.name}</dt>
          <dd>{formatUnavailableReasons(option, parcel, categories).join(' ')}</dd>
        </div>
      ))}
    </dl>
  )
}
