import { useMemo } from 'react'
import { daysText } from '#features/freight/money-text.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import { estimateAddress } from '#features/shipping/estimate-search.ts'
import { currencySign, formatYuan } from '#shared/money.ts'
import { Price } from '#shared/web/ui/Price.tsx'
import { HaulRuler } from './HaulRuler.tsx'
import { type FreeWeight, haulFreight } from './haul-freight.ts'
import { type HaulWeight, weighedWords } from './haul-weight.ts'
import { MeterBody } from './MeterBody.tsx'

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
  const freight = useMemo(() => haulFreight(tariffs, country, grams), [tariffs, country, grams])
  const change = (
    <button type="button" className="textbtn" onClick={onChange}>
      Change country
    </button>
  )
  if (!freight) {
    const goes = tariffs.card.lines.length > 0
    return (
      <MeterBody
        takesFocus={takesFocus}
        acts={change}
        sum={
          <>
            <p className="meter__say">
              {goes
                ? `No line to ${name} takes ${formatWeight(grams)} in one parcel.`
                : `No line of ours goes to ${name}.`}
            </p>
            <p>
              {weighedWords(weight)}
              {goes && ' The planner splits a haul over several parcels.'}
            </p>
          </>
        }
      />
    )
  }
  const { cheapest, fastest, lines, room } = freight
  return (
    <MeterBody
      takesFocus={takesFocus}
      acts={
        <>
          <a href={estimateAddress({ destination: country, weight: String(grams) })}>
            {lines === 1 ? 'The one line' : `All ${lines} lines`}
          </a>
          {change}
        </>
      }
      sum={
        <>
          <Total option={cheapest} />
          <p>
            to <b>{name}</b> with {cheapest.name}
            <Days option={cheapest} />
          </p>
          <p>
            {weighedWords(weight)}{' '}
            {fastest && fastest.id !== cheapest.id && (
              <>
                Fastest line <b className="num">{totalText(fastest)}</b>
                <Days option={fastest} />.{' '}
              </>
            )}
            An estimate, by weight alone.
          </p>
        </>
      }
    >
      <p className="meter__say">
        <NextStep cheapest={cheapest} room={room} />
      </p>
      <HaulRuler grams={grams} upTo={room?.upTo ?? null} then={room ? thenText(room) : ''} />
    </MeterBody>
  )
}

function Total({ option: { feeDetail } }: { option: ShippingOption }) {
  return feeDetail.total === null ? null : (
    <Price amount={feeDetail.total} currency={feeDetail.currencyEnum.code} />
  )
}

function Days({ option }: { option: ShippingOption }) {
  const days = daysText(option)
  return days === '' ? null : (
    <>
      , <span className="num">{days}</span>
    </>
  )
}

function NextStep({ cheapest, room }: { cheapest: ShippingOption; room: FreeWeight | undefined }) {
  const isByGram = cheapest.feeDetail.mode === 'prorata'
  if (!room) return isByGram ? 'Every gram counts on this line.' : 'No further weight is free on this line.'
  const free = <mark>{formatWeight(room.free)}</mark>
  if (room.option.id === cheapest.id) {
    return <>Next step in {free}. Until there, more weight costs nothing on this line.</>
  }
  return (
    <>
      Every gram counts on this line. With {room.option.name}, {totalText(room.option)}, the next {free} cost
      nothing.
    </>
  )
}

/** 'then + ¥37.60' */
function thenText({ extra, option }: FreeWeight): string {
  return `then ${extra < 0 ? '-' : '+'} ${moneyText(Math.abs(extra), option)}`
}

function totalText(option: ShippingOption): string {
  return moneyText(option.feeDetail.total ?? 0, option)
}

function moneyText(amount: number, { feeDetail }: ShippingOption): string {
  return currencySign(feeDetail.currencyEnum.code) + formatYuan(amount)
}
