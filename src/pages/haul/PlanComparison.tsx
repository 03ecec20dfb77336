import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { formatMoney, formatTransitDays } from '#features/freight/format-money.ts'
import type { CurrencyEnum, ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatUnavailableReasons } from '#features/freight/unavailable-messages.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { describeChargedWeight } from '#features/freight/weight-note.ts'
import type { Haul } from '#features/haul/haul.ts'
import type { PlannedParcel, SingleParcel } from '#features/haul/haul-plan.ts'
import { computeDrawingScale } from '#features/haul/web/plan/box-drawing.ts'
import {
  findSaving,
  getComparisonTitle,
  getSplitTitle,
  getSplitTotal,
  sumFees,
} from '#features/haul/web/plan/describe-plan.ts'
import { describeContents, formatSides, formatTransitSpan } from '#features/haul/web/plan/format-haul.ts'
import { ParcelOnScale } from '#features/haul/web/plan/ParcelOnScale.tsx'
import type { PlanAnswer } from '#features/haul/web/plan-messages.ts'
import { Money } from '#features/shipping/web/Money.tsx'
import { DutyNote } from '#features/shipping/web/results/DutyNote.tsx'
import './PlanComparison.css'

type PlanComparisonProps = { haul: Haul; answer: PlanAnswer }

/** The same haul in one parcel and in several, drawn to one scale. Only one parcel where that is the best. */
export function PlanComparison({ haul, answer }: PlanComparisonProps) {
  const { plan } = answer
  const items = haul.items.filter(({ grams }) => grams !== null)
  const isSplit = plan.split.length > 1
  const parcels = [...(plan.single ? [plan.single] : []), ...plan.split].map(({ parcel }) => parcel)
  const measure = computeDrawingScale(parcels)
  return (
    <section className="haul__out" aria-labelledby="ways">
      <div className="section__head">
        <h2 id="ways">{getComparisonTitle(answer)}</h2>
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
      <div className={isSplit ? 'plan-comparison' : 'plan-comparison plan-comparison--one'}>
        {isSplit && plan.single && (
          <SingleParcelColumn single={plan.single} answer={answer} measure={measure} />
        )}
        <SplitColumn haul={haul} answer={answer} measure={measure} />
      </div>
      <p className="haul__small">
        {items.some(({ category }) => category === null) &&
          'An item whose category is not said goes on lines that take goods of any kind. '}
        {answer.charged === 'CNY' && answer.currency.code === 'CNY'
          ? 'Estimates from public price lists, in yuan.'
          : 'Estimates from public price lists.'}{' '}
        The agent weighs the packed parcel. Box sizes in cm, drawn to one measure; they are reckoned: no side
        is shorter than a piece’s, with room for the volume of all and the packing. Real boxes can be larger.
      </p>
      <DutyNote destination={haul.destination} />
    </section>
  )
}

type PlanColumnProps = { answer: PlanAnswer; measure: number }

function SingleParcelColumn({
  single,
  answer: { currency },
  measure,
}: PlanColumnProps & { single: SingleParcel }) {
  const { parcel, option } = single
  return (
    <section className="shipping-way" aria-labelledby="way-one">
      <div className="shipping-way__head">
        <h3 id="way-one">One parcel</h3>
        {option ? <Money units={sumFees([option], 'total', currency)} currency={currency} /> : <span />}
        <p>
          {option
            ? [option.name, formatTransitDays(option)].filter(Boolean).join(', ')
            : 'No line takes it all at once'}
        </p>
      </div>
      <Mat label={describeParcels([{ parcel, option }])}>
        <ParcelOnScale parcel={parcel} charged={option?.feeDetail.chargeableWeight} measure={measure} />
      </Mat>
      {option ? (
        <ul className="shipping-way__lines">
          <ParcelLine number={1} title={option.name} parcel={parcel} option={option} currency={currency} />
        </ul>
      ) : (
        <Refusals parcel={parcel} refusals={single.refusals} />
      )}
    </section>
  )
}

function SplitColumn({ haul, answer, measure }: PlanColumnProps & { haul: Haul }) {
  const { plan, currency } = answer
  const { split } = plan
  const saving = findSaving(answer)
  const options = split.map(({ option }) => option)
  return (
    <section className="shipping-way" aria-labelledby="way-split">
      <div className="shipping-way__head">
        <h3 id="way-split">{getSplitTitle(split.length)}</h3>
        <Money units={getSplitTotal(answer)} currency={currency} />
        <p>{formatTransitSpan(options)}</p>
        {split.length > 1 && (
          <p>
            <span className="shipping-way__best">
              <Check className="icon icon--s" aria-hidden />
              {saving === undefined || saving === 0
                ? 'Cheapest split'
                : `Cheapest split, saves ${formatMoney(saving, currency)}`}
            </span>
          </p>
        )}
      </div>
      <Mat label={describeParcels(split)}>
        {split.map(({ parcel, option, pieces }) => (
          <ParcelOnScale
            key={pieces.map(({ item, count }) => `${item}-${count}`).join(' ')}
            parcel={parcel}
            charged={option.feeDetail.chargeableWeight}
            measure={measure}
          />
        ))}
      </Mat>
      <ul className="shipping-way__lines">
        {split.map(({ parcel, option, pieces }, place) => (
          <ParcelLine
            key={pieces.map(({ item, count }) => `${item}-${count}`).join(' ')}
            number={place + 1}
            title={describeContents(pieces, haul)}
            line={option.name}
            parcel={parcel}
            option={option}
            currency={currency}
          />
        ))}
      </ul>
    </section>
  )
}

function Mat({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many parcels are wider than the page, and the keyboard scrolls them
    <div className="shipping-way__mat surface-mat" tabIndex={0} role="img" aria-label={label}>
      <div className="shipping-way__row">{children}</div>
    </div>
  )
}

/** 'Box of 34 x 30 x 24 cm, charged as 3,060 g; …' */
function describeParcels(
  parcels: readonly Pick<PlannedParcel | SingleParcel, 'parcel' | 'option'>[],
): string {
  return parcels
    .map(({ parcel, option }) => {
      const box =
        parcel.sidesMm.length === 3 ? `Box of ${formatSides(parcel.sidesMm)} cm` : 'Box of unknown size'
      return option ? `${box}, charged as ${formatNumber(option.feeDetail.chargeableWeight)} g` : box
    })
    .join('; ')
}

type ParcelLineProps = {
  number: number
  title: string
  line?: string
  parcel: Parcel
  option: ShippingOption
  currency: CurrencyEnum
}

function ParcelLine({ number, title, line, parcel, option, currency }: ParcelLineProps) {
  const { charged, because } = describeChargedWeight(option.feeDetail, option.reckoning, parcel)
  return (
    <li>
      <b className="tabular-nums">{number}</b>
      <b>{title}</b>
      <Money units={sumFees([option], 'total', currency)} currency={currency} />
      <small>
        {line && `${line}, ${formatTransitDays(option)}. `}
        Weighs {formatNumber(parcel.grams)} g.{' '}
        {option.feeDetail.chargeableWeight === parcel.grams ? '' : `${charged} `}
        {because}
      </small>
    </li>
  )
}

function Refusals({
  parcel,
  refusals = [],
}: {
  parcel: Parcel
  refusals?: readonly ShippingOption[] | undefined
}) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  return (
    <ul className="shipping-way__lines shipping-way__lines--no">
      {refusals.map((option) => (
        <li key={option.id}>
          <b>{option.name}</b>
          <small>{formatUnavailableReasons(option, parcel, categories).join(' ')}</small>
        </li>
      ))}
    </ul>
  )
}
