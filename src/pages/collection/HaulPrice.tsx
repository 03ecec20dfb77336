import { useMemo } from 'react'
import { formatTransitDays } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import { buildEstimateUrl } from '#features/shipping/estimate-search.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { CollectionShippingBody } from './CollectionShippingBody.tsx'
import { HaulRuler } from './HaulRuler.tsx'
import { computeHaulFreight, type FreeHaulWeight } from './haul-freight.ts'
import { describeKnownWeights, type HaulWeight } from './haul-weight.ts'

type HaulPriceProps = {
  weight: HaulWeight
  tariffs: Tariffs
  country: string
  name: string
  takesFocus: boolean
  onChange: () => void
}

/** The cheapest line for the whole haul, and the free weight to the next step. */
export function HaulPrice({ weight, tariffs, country, name, takesFocus, onChange }: HaulPriceProps) {
  const { grams } = weight
  const freight = useMemo(() => computeHaulFreight(tariffs, country, grams), [tariffs, country, grams])
  const change = (
    <button type="button" className="textbtn" onClick={onChange}>
      Change country
    </button>
  )
  if (!freight) {
    const goes = tariffs.card.lines.length > 0
    return (
      <CollectionShippingBody
        takesFocus={takesFocus}
        acts={change}
        sum={
          <>
            <p className="collection-shipping__say">
              {goes
                ? `No line to ${name} takes ${formatWeight(grams)} in one parcel.`
                : `No line of ours goes to ${name}.`}
            </p>
            <p>
              {describeKnownWeights(weight)}
              {goes && ' The planner splits a haul over several parcels.'}
            </p>
          </>
        }
      />
    )
  }
  const { cheapest, fastest, lines, room } = freight
  return (
    <CollectionShippingBody
      takesFocus={takesFocus}
      acts={
        <>
          <a href={buildEstimateUrl({ destination: country, weight: String(grams) })}>
            {lines === 1 ? 'The one line' : `All ${lines} lines`}
          </a>
          {change}
        </>
      }
      sum={
        <>
          <TotalPrice option={cheapest} />
          <p>
            to <b>{name}</b> with {cheapest.name}
            <TransitDays option={cheapest} />
          </p>
          <p>
            {describeKnownWeights(weight)}{' '}
            {fastest && fastest.id !== cheapest.id && (
              <>
                Fastest line <b className="tabular-nums">{formatTotal(fastest)}</b>
                <TransitDays option={fastest} />.{' '}
              </>
            )}
            An estimate, by weight alone.
          </p>
        </>
      }
    >
      <p className="collection-shipping__say">
        <NextStep cheapest={cheapest} room={room} />
      </p>
      <HaulRuler grams={grams} upTo={room?.upTo ?? null} then={room ? formatNextStep(room) : ''} />
    </CollectionShippingBody>
  )
}

function TotalPrice({ option: { feeDetail } }: { option: ShippingOption }) {
  return feeDetail.total === null ? null : (
    <Price amount={feeDetail.total} currency={feeDetail.currencyEnum.code} />
  )
}

function TransitDays({ option }: { option: ShippingOption }) {
  const days = formatTransitDays(option)
  return days === '' ? null : (
    <>
      , <span className="tabular-nums">{days}</span>
    </>
  )
}

function NextStep({ cheapest, room }: { cheapest: ShippingOption; room: FreeHaulWeight | undefined }) {
  const isByGram = cheapest.feeDetail.mode === 'prorata'
  if (!room) return isByGram ? 'Every gram counts on this line.' : 'No further weight is free on this line.'
  const free = <mark>{formatWeight(room.free)}</mark>
  if (room.option.id === cheapest.id) {
    return <>Next step in {free}. Until there, more weight costs nothing on this line.</>
  }
  return (
    <>
      Every gram counts on this line. With {room.option.name}, {formatTotal(room.option)}, the next {free}{' '}
      cost nothing.
    </>
  )
}

/** 'then + ¥37.60' */
function formatNextStep({ extra, option }: FreeHaulWeight): string {
  return `then ${extra < 0 ? '-' : '+'} ${formatOptionMoney(Math.abs(extra), option)}`
}

function formatTotal(option: ShippingOption): string {
  return formatOptionMoney(option.feeDetail.total ?? 0, option)
}

function formatOptionMoney(amount: number, { feeDetail }: ShippingOption): string {
  return getCurrencySign(feeDetail.currencyEnum.code) + formatYuan(amount)
}
