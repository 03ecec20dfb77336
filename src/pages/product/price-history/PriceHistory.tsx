import { useQuery } from '@tanstack/react-query'
import type { PriceSpan } from '#features/watches/contract.ts'
import { describeHistory, formatPrice, isDrawn } from '#features/watches/price-chart.ts'
import { priceHistoryQuery } from '#features/watches/web/queries.ts'
import { formatDate } from '#shared/format/format-date.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import './PriceHistory.css'
import { PriceHistoryChart } from './PriceHistoryChart.tsx'

export type PriceHistoryProps = {
  item: ItemParams
  /** The variants' prices differ. The observed price is the lowest of them. */
  isOfLowest: boolean
}

/** The item's observed prices; renders nothing when there are none. */
export function PriceHistory({ item, isOfLowest }: PriceHistoryProps) {
  const { data } = useQuery(priceHistoryQuery(useApiClient(), item))
  const history = data?.data
  const description = history && describeHistory(history)
  if (!description) return null
  return (
    <section className="price-history" aria-labelledby="price-history-heading">
      <h2 className="price-history__title" id="price-history-heading">
        {isOfLowest ? 'Price history of the cheapest variant' : 'Price history'}
      </h2>
      <p className="price-history__words">{description}</p>
      {isDrawn(history) && (
        <>
          <PriceHistoryChart spans={history.spans} description={description} />
          {history.spans.some(({ inStock }) => inStock === false) && (
            <p className="price-history__key">Dashed: out of stock</p>
          )}
          <PriceTable spans={history.spans} />
        </>
      )}
    </section>
  )
}

/** The prices as a table, the newest first. */
function PriceTable({ spans }: { spans: PriceSpan[] }) {
  return (
    <details className="price-history__figures">
      <summary>Show as table</summary>
      <table>
        <caption className="visually-hidden">Price by date</caption>
        <thead>
          <tr>
            <th scope="col">Checked</th>
            <th scope="col">Stock</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {spans.toReversed().map(({ from, to, price, inStock }) => (
            <tr key={from}>
              <th scope="row">{formatDayRange(from, to)}</th>
              <td>{inStock === null ? 'unknown' : inStock ? 'in stock' : 'out of stock'}</td>
              <td>{formatPrice(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function formatDayRange(from: string, to: string): string {
  const [first, last] = [formatDate(from), formatDate(to)]
  return first === last ? first : `${first} to ${last}`
}
