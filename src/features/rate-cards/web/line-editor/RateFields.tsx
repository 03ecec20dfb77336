import { ChevronDown } from 'lucide-react'
import type { CountryRate, ShippingLine } from '#features/freight/rate-card.ts'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { formatShortList } from '../comparison/format-rates.ts'
import { FigureFields } from './LineFields.tsx'
import { getRateFieldGroups } from './line-fields.ts'
import type { LineForm } from './line-form.ts'

type RateFieldsProps = { form: LineForm; line: ShippingLine; currency: string }

/** The prices to some countries: which, and then tier by tier. */
export function RateFields({ form, line, currency }: RateFieldsProps) {
  const { tiers, own } = getRateFieldGroups(line, form.rate, currency)
  const rate = line.rates[form.rate]
  return (
    <fieldset className="edit-line__group">
      <legend>Prices by country</legend>
      <CountryChoice form={form} rates={line.rates} />
      {rate && <Origin rate={rate} />}
      {tiers.map(({ title, fields }) => (
        <div key={`${form.rate} ${title}`} className="edit-line__tier">
          <p className="edit-line__tier-title">{title}</p>
          <div className="edit-line__row">
            <FigureFields form={form} fields={fields} />
          </div>
        </div>
      ))}
      <div key={form.rate} className="edit-line__tier">
        <p className="edit-line__tier-title">
          For these countries only. Leave empty to use the line's own values.
        </p>
        <div className="edit-line__row">
          <FigureFields form={form} fields={own} />
        </div>
      </div>
    </fieldset>
  )
}

function CountryChoice({ form, rates }: { form: LineForm; rates: readonly CountryRate[] }) {
  const getCountryName = useCountryNames()
  const id = `${form.state.id}-countries`
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        Countries
      </label>
      <span className="selectwrap">
        <select
          id={id}
          className="input select"
          value={form.rate}
          onChange={({ target }) => form.showRate(Number(target.value))}
        >
          {rates.map(({ countries, service }, place) => (
            <option key={place} value={place}>
              {[
                formatShortList(countries.map(getCountryName), 4),
                service,
                form.faultyRates.has(place) && 'check again',
              ]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}

/** How far the figures of a row can be trusted. */
function Origin({ rate: { confidence, src, note, check } }: { rate: CountryRate }) {
  const known = [confidence, src].filter(Boolean).join(', source ')
  const quote =
    check?.weight !== undefined && check.freight !== undefined
      ? `Public quote: ${check.freight} for ${check.weight} g.`
      : ''
  const words = [known && `Figures: ${known}.`, note && `Note: ${note}.`, quote].filter(Boolean).join(' ')
  return words ? <p className="field__hint">{words}</p> : null
}
