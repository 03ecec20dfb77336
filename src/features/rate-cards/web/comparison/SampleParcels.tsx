import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import type { RateCardComparison } from '../../contract.ts'
import { formatAmount } from './format-rates.ts'
import './SampleParcels.css'

type SampleParcelsProps = {
  samples: RateCardComparison['samples']
  currencies: { before: string; after: string }
}

const numberWords = ['no', 'one', 'two', 'three', 'four']

/** A card's effect on sample parcels: a row of fees says little. */
export function SampleParcels({ samples, currencies }: SampleParcelsProps) {
  const getCountryName = useCountryNames()
  return (
    <section aria-labelledby="samples">
      <div className="part-head">
        <h3 id="samples">What shoppers will see</h3>
        <p>
          {numberWords[samples.length] ?? samples.length} sample {samples.length === 1 ? 'parcel' : 'parcels'}
        </p>
      </div>
      <dl className="samples">
        {samples.map(({ parcel, destination, details, lineName, before, after }, place) => (
          <div key={place}>
            <dt>
              {parcel} to {getCountryName(destination)}
              <small>
                {details}, {lineName}
              </small>
            </dt>
            <dd>
              {before !== null && <s className="change-old">{formatAmount(before, currencies.before)}</s>}{' '}
              <b className="change-new">
                {after === null ? 'not carried' : formatAmount(after, currencies.after)}
              </b>
              <small>{formatDifference({ before, after, currencies })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type SampleTotals = {
  before: number | null
  after: number | null
  currencies: SampleParcelsProps['currencies']
}

/** '+ ¥2.48', '− ¥12.60' */
export function formatDifference({ before, after, currencies }: SampleTotals): string {
  if (before === null) return after === null ? 'as before' : 'not carried before'
  if (after === null || currencies.before !== currencies.after) return ''
  const hundredths = Math.round(after * 100) - Math.round(before * 100)
  if (hundredths === 0) return 'as before'
  return `${hundredths > 0 ? '+' : '−'} ${formatAmount(Math.abs(hundredths) / 100, currencies.after)}`
}
