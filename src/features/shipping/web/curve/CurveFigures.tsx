import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import { type Exchange, ownCurrency } from '#features/freight/engine/exchange.ts'
import { computePriceCurve, type Segment } from '#features/freight/engine/weight-curve.ts'
import { moneyText } from '#features/freight/money-text.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { grouped } from '#features/freight/rule-texts.ts'
import { type CurvePosition, inUnits } from './describe-curve.ts'

/** The most rows that remain readable. */
const mostRows = 24

type CurveFiguresProps = {
  line: CompiledLine
  parcel: Parcel
  standing: CurvePosition
  exchange: Exchange | undefined
}

/** The curve as a table, from the first gram on. */
export function CurveFigures({ line, parcel, standing, exchange }: CurveFiguresProps) {
  const { counted, next } = standing
  const to = Math.max(counted * 3, (next?.grams ?? 0) * 1.2, 2000)
  const money = exchange ?? ownCurrency(line.currency)
  const priceOf = (fen: number) => moneyText(inUnits(fen, money), money.currency)
  const rows = rowsAround(computePriceCurve(line, parcel, { from: 1, to }), counted)
  return (
    <details className="goods curve__figures">
      <summary className="goods__open">Figures</summary>
      <table className="curve__table">
        <caption className="vh">Price by weight that counts</caption>
        <thead>
          <tr>
            <th scope="col">Weight</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((segment) => (
            <tr key={segment.from} className={holds(segment, counted) ? 'curve__here' : undefined}>
              <th scope="row">
                {grouped(segment.from)} to {grouped(segment.to)} g
                {holds(segment, counted) && <span> · this parcel</span>}
              </th>
              <td>{segment.kind === 'step' ? priceOf(segment.fen) : slopeText(segment, priceOf)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function holds({ from, to }: Segment, grams: number): boolean {
  return from <= grams && grams <= to
}

function slopeText(
  { fromFen, toFen }: Extract<Segment, { kind: 'slope' }>,
  priceOf: (fen: number) => string,
) {
  return `${priceOf(fromFen)} to ${priceOf(toFen)}`
}

/** The parcel's own row in the middle, where there are too many. */
function rowsAround(segments: readonly Segment[], counted: number): readonly Segment[] {
  const own = segments.findIndex((segment) => holds(segment, counted))
  const first = Math.max(0, Math.min(own - mostRows / 2, segments.length - mostRows))
  return segments.slice(first, first + mostRows)
}
