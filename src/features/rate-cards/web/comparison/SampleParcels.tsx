import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import type { RateCardComparison } from '../../contract.ts'
import { formatAmount } from './format-rates.ts'
import './SampleParcels.css'

type SampleParcelsProps = {
  samples: RateCardComparison['samples']
  currencies: { before: string; after: string }
}

const numberWords = ['no', 'one', 'two', 'three']

/** The effect of a card on sample parcels, which is easier to understand than single fees. */
export function SampleParcels({ samples, currencies }: SampleParcelsProps) {
  const getCountryName = useCountryNames()
  return (
    <section aria-labelledby="samples">
      <div className="part-head">
        <h3 id="samples">What shoppers will see</h3>
        <p>
          {`${numberWords[samples.length] ?? samples.length} sample ${samples.length === 1 ? 'parcel' : 'parcels'}`}
        </p>
      </div>
      <dl className="samples">
        {samples.map(({ parcel, destination, details, before, after }) => (
          <div key={parcel}>
            <dt>
              <span>{`${parcel} to ${getCountryName(destination)}`}</span>
              <small>{details}</small>
              <small>{describeLines(before, after)}</small>
            </dt>
            <dd>
              {isPriceChanged({ before, after, currencies }) && before && (
                <s className="change-old">{formatAmount(before.total, currencies.before)}</s>
              )}{' '}
              <b className="change-new">
                {after ? formatAmount(after.total, currencies.after) : 'not carried'}
              </b>
              <small>{formatDifference({ before, after, currencies })}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type ParcelSample = RateCardComparison['samples'][number]

/** The cheapest line of both cards: 'EMS', 'Current: EMS · New: Sea' */
export function describeLines(before: ParcelSample['before'], after: ParcelSample['after']): string {
  if (before?.lineName === after?.lineName) return before?.lineName ?? ''
  return [before && `Current: ${before.lineName}`, after && `New: ${after.lineName}`]
    .filter(Boolean)
    .join(' · ')
}

type SampleTotals = Pick<ParcelSample, 'before' | 'after'> & Pick<SampleParcelsProps, 'currencies'>

/** Whether a sample parcel has a price on the active card that differs from the one on the new card. */
export function isPriceChanged({ before, after, currencies }: SampleTotals): boolean {
  if (!before) return false
  const newPrice = after && formatAmount(after.total, currencies.after)
  return formatAmount(before.total, currencies.before) !== newPrice
}

/** '+ ¥2.48', '− ¥12.60' */
export function formatDifference({ before, after, currencies }: SampleTotals): string {
  if (!before) return after ? 'not carried before' : 'as before'
  if (!after || currencies.before !== currencies.after) return ''
  const hundredths = Math.round(after.total * 100) - Math.round(before.total * 100)
  if (hundredths === 0) return 'as before'
  return `${hundredths > 0 ? '+' : '−'} ${formatAmount(Math.abs(hundredths) / 100, currencies.after)}`
}
