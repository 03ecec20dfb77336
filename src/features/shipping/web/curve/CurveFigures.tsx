import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { createIdentityExchange, type Exchange } from '#features/freight/engine/exchange.ts'
import { type CurveSegment, computePriceCurve } from '#features/freight/engine/weight-curve.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { formatGrams, formatNumber } from '#shared/format/format-number.ts'
import { type CurvePosition, fenToUnits } from './describe-curve.ts'

/** The maximum number of rows. */
const maxRows = 24

type CurveFiguresProps = {
  line: CompiledLine
  parcel: Parcel
  position: CurvePosition
  exchange: Exchange | undefined
}

/** The curve as a table, from the first gram. */
export function CurveFigures({ line, parcel, position, exchange }: CurveFiguresProps) {
  const { unroundedGrams, nextStep } = position
  const to = Math.max(unroundedGrams * 3, (nextStep?.grams ?? 0) * 1.2, 2000)
  const displayExchange = exchange ?? createIdentityExchange(line.currency)
  const formatPrice = (fen: number) => formatMoney(fenToUnits(fen, displayExchange), displayExchange.currency)
  const rows = selectRowsAround(computePriceCurve(line, parcel, { from: 1, to }), unroundedGrams)
  return (
    <details className="accepted-categories curve__figures">
      <summary className="accepted-categories__open">Show as table</summary>
      <table className="curve__table">
        <caption className="visually-hidden">Price by chargeable weight</caption>
        <thead>
          <tr>
            <th scope="col">Weight</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((segment) => (
            <tr
              key={segment.from}
              className={includesWeight(segment, unroundedGrams) ? 'curve__here' : undefined}
            >
              <th scope="row">
                <span>{`${formatNumber(segment.from)}–${formatGrams(segment.to)}`}</span>
                {includesWeight(segment, unroundedGrams) && <span> · this parcel</span>}
              </th>
              <td>
                {segment.kind === 'step' ? formatPrice(segment.fen) : formatSlope(segment, formatPrice)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function includesWeight({ from, to }: CurveSegment, grams: number): boolean {
  return from <= grams && grams <= to
}

function formatSlope(
  { fromFen, toFen }: Extract<CurveSegment, { kind: 'slope' }>,
  formatPrice: (fen: number) => string,
) {
  return `${formatPrice(fromFen)}–${formatPrice(toFen)}`
}

/** Limits the rows to `maxRows` around the parcel's own row. */
function selectRowsAround(
  segments: readonly CurveSegment[],
  unroundedGrams: number,
): readonly CurveSegment[] {
  const ownIndex = segments.findIndex((segment) => includesWeight(segment, unroundedGrams))
  const first = Math.max(0, Math.min(ownIndex - maxRows / 2, segments.length - maxRows))
  return segments.slice(first, first + maxRows)
}
