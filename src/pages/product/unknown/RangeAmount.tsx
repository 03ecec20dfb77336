import { useMemo } from 'react'
import { type GuessedItem, leastGrams, listLinePrices } from '#features/freight/item/line-prices.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { addPrice, formatFenRange, isLeast, joinApproximate, type StatedPrice } from './range-text.ts'

type RangeAmountProps = { guessed: GuessedItem; country: string; price: StatedPrice | null }

/** The price with the cheapest shipping to a country, by its code: the first line of the shipping section. */
export function RangeAmount({ guessed, country, price }: RangeAmountProps) {
  const lines = useCountryLines(country)
  const approximate = useApproximate()
  const cheapest = useMemo(() => lines && listLinePrices(lines, guessed)[0], [lines, guessed])
  if (!lines || !approximate) return null
  if (!cheapest) return <span className="shipping-range__aside">No line goes there yet.</span>
  const range = addPrice(cheapest, price)
  return (
    <>
      <b>{formatFenRange(range, guessed)}</b>
      <span className="shipping-range__aside">
        {isLeast(guessed)
          ? `for ${formatGrams(leastGrams)}`
          : joinApproximate(approximate(range.fromFen, true), approximate(range.toFen, true))}
      </span>
    </>
  )
}
