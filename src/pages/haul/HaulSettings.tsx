import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleAlert, MapPin } from 'lucide-react'
import { useState } from 'react'
import { countriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { deliveryTimesDays, type Haul, haulLimits } from '#features/haul/haul.ts'
import { CountryField } from '#features/shipping/web/form/CountryField.tsx'
import { normalizeTypedNumber } from '#shared/format/typed-number.ts'

type HaulSettingsProps = {
  haul: Haul
  onChange: (settings: Partial<Pick<Haul, 'withinDays' | 'packingPercent'>>) => void
  onDestination: (code: string) => void
}

/** Destination, delivery time and packing, collapsed to one line when the destination is known. */
export function HaulSettings({ haul, onChange, onDestination }: HaulSettingsProps) {
  const [startsOpen] = useState(haul.destination === '')
  const name = useQuery(countryNameQuery(haul.destination)).data ?? haul.destination
  const { withinDays, packingPercent } = haul
  return (
    <details className="haul-settings" open={startsOpen}>
      <summary>
        <span className="haul-settings__words">
          <MapPin className="icon icon--s" aria-hidden />
          <b>{name === '' ? 'No destination yet' : name}</b>
          <span>{` · ${withinDays === null ? 'any time' : `${withinDays} days`} · ${packingPercent}% packing`}</span>
        </span>
        <span className="haul-settings__change">Change</span>
      </summary>
      <div className="haul__bar">
        <DestinationField code={haul.destination} onChoose={onDestination} />
        <div className="field">
          <label className="field__label" htmlFor="haul-within">
            Delivery time
          </label>
          <span className="selectwrap">
            <select
              className="input select"
              id="haul-within"
              value={withinDays ?? ''}
              onChange={({ target }) =>
                onChange({ withinDays: target.value === '' ? null : Number(target.value) })
              }
            >
              <option value="">Any</option>
              {[...new Set([...deliveryTimesDays, ...(withinDays === null ? [] : [withinDays])])]
                .sort((left, right) => left - right)
                .map((days) => (
                  <option key={days} value={days}>
                    {`${days} days`}
                  </option>
                ))}
            </select>
            <ChevronDown className="icon icon--s" aria-hidden />
          </span>
        </div>
        <PackingField
          percent={packingPercent}
          onChange={(percent) => onChange({ packingPercent: percent })}
        />
      </div>
    </details>
  )
}

type DestinationFieldProps = { code: string; onChoose: (code: string) => void }

/** Shows what the visitor types; the haul keeps its destination until another country is chosen. */
function DestinationField({ code, onChoose }: DestinationFieldProps) {
  const { data: countries } = useQuery(countriesQuery())
  const [typed, setTyped] = useState<{ text: string; code: string }>()
  const name = countries?.find((country) => country.code === code)?.name ?? code
  return (
    <CountryField
      id="haul-destination"
      text={typed?.code === code ? typed.text : name}
      onType={(text) => setTyped({ text, code })}
      onChoose={(country) => {
        setTyped({ text: country.name, code: country.code })
        if (country.code !== code) onChoose(country.code)
      }}
      error={undefined}
      plain={null}
    />
  )
}

type PackingFieldProps = { percent: number; onChange: (percent: number) => void }

function PackingField({ percent, onChange }: PackingFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed !== undefined && (parsePercent(typed) ?? percent) === percent ? typed : String(percent)
  const isInvalid = parsePercent(text) === undefined
  const error = isInvalid ? `A whole number from 0 to ${haulLimits.maxPackingPercent}.` : undefined
  function handleType(next: string) {
    const parsedPercent = parsePercent(next)
    setTyped(next)
    if (parsedPercent !== undefined && parsedPercent !== percent) onChange(parsedPercent)
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor="haul-packing">
        Packing
      </label>
      <span className="unit">
        <input
          className="input"
          id="haul-packing"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => handleType(target.value)}
          onBlur={() => error && setTyped(undefined)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'haul-packing-error' : 'haul-packing-hint'}
        />
        <span className="unit__u">
          <span aria-hidden>%</span>
          <span className="visually-hidden">percent</span>
        </span>
      </span>
      {error ? (
        <p className="err" id="haul-packing-error">
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{error}</span>
        </p>
      ) : (
        <p className="field__hint" id="haul-packing-hint">
          Added to parcels of two or more pieces.
        </p>
      )}
    </div>
  )
}

function parsePercent(text: string): number | undefined {
  const typed = normalizeTypedNumber(text)
  const value = /^\d{1,2}$/.test(typed) ? Number(typed) : undefined
  return value !== undefined && value <= haulLimits.maxPackingPercent ? value : undefined
}
