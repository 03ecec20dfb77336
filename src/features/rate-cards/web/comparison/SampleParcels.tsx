import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import type { Comparison } from '../../contract.ts'
import { amountWords } from './rate-words.ts'
import './SampleParcels.css'

type SampleParcelsProps = { samples: Comparison['samples']; currencies: { before: string; after: string } }

const counts = ['no', 'one', 'two', 'three', 'four']

/** A card's effect on sample parcels: a row of fees says little. */
export function SampleParcels({ samples, currencies }: SampleParcelsProps) {
  const nameOf = useCountryNames()
  return (
    <section aria-labelledby="samples">
      <div className="part-head">
        <h3 id="samples">What shoppers will see</h3>
        <p>
          {counts[samples.length] ?? samples.length} sample {samples.length === 1 ? 'parcel' : 'parcels'}
        </p>
      </div>
      <dl className="samples">
        {samples.map(({ parcel, destination, details, lineName, before, after }, place) => (
          <div key={place}>
            <dt>
              {parcel} to {nameOf(destination)}
              <small>
                {details}, {lineName}
              </small>
            </dt>
            <dd>
              {before !== null && <s className="was">{amountWords(before, currencies.before)}</s>}{' '}
              <b className="then">{after === null ? 'not carried' : amountWords(after, currencies.after)}</b>
              <small>{differenceWords({ before, after, currencies })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Totals = { before: number | null; after: number | null; currencies: SampleParcelsProps['currencies'] }

/** '+ ¥2.48', '− ¥12.60' */
export function differenceWords({ before, after, currencies }: Totals): string {
  if (before === null) return after === null ? 'as before' : 'not carried before'
  if (after === null || currencies.before !== currencies.after) return ''
  const hundredths = Math.round(after * 100) - Math.round(before * 100)
  if (hundredths === 0) return 'as before'
  return `${hundredths > 0 ? '+' : '−'} ${amountWords(Math.abs(hundredths) / 100, currencies.after)}`
}
