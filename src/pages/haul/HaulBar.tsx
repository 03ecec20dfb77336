import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { findDestination } from '#features/freight/destination.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { deliveryTimes, type Haul, haulLimits } from '#features/haul/haul.ts'
import { CountryField } from '#features/shipping/web/form/CountryField.tsx'
import { saveCountry, useSavedCountry } from '#features/shipping/web/saved-codes.ts'

type HaulBarProps = {
  haul: Haul
  onChange: (part: Partial<Pick<Haul, 'destination' | 'within' | 'packing'>>) => void
}

/** Destination, days and packing. */
export function HaulBar({ haul, onChange }: HaulBarProps) {
  return (
    <div className="haul__bar">
      <DestinationField code={haul.destination} onChoose={(destination) => onChange({ destination })} />
      <div className="field">
        <label className="field__label" htmlFor="haul-within">
          Arrives within
        </label>
        <span className="selectwrap">
          <select
            className="input select"
            id="haul-within"
            value={haul.within ?? ''}
            onChange={({ target }) => onChange({ within: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">any time</option>
            {[...new Set([...deliveryTimes, ...(haul.within === null ? [] : [haul.within])])]
              .sort((one, other) => one - other)
              .map((days) => (
                <option key={days} value={days}>
                  {days} days
                </option>
              ))}
          </select>
          <ChevronDown className="icon icon--s" aria-hidden />
        </span>
      </div>
      <PackingField percent={haul.packing} onChange={(packing) => onChange({ packing })} />
    </div>
  )
}

type DestinationFieldProps = { code: string; onChoose: (code: string) => void }

/** The text is the visitor's; the haul has a destination only while it names a country. */
function DestinationField({ code, onChoose }: DestinationFieldProps) {
  const { data: countries } = useQuery(countriesQuery())
  const saved = useSavedCountry()
  const [typed, setTyped] = useState<{ text: string; code: string }>()
  if (!countries)
    return (
      <CountryField
        id="haul-destination"
        text={code}
        onType={() => undefined}
        error={undefined}
        plain={null}
      />
    )
  const getCountryName = (wanted: string) => countries.find((country) => country.code === wanted)?.name ?? ''
  // A haul that was opened later has its own destination.
  const text = typed && typed.code === code ? typed.text : getCountryName(code)
  function handleType(next: string) {
    const country = countries && findDestination(next, countries)
    setTyped({ text: next, code: country?.code ?? '' })
    if ((country?.code ?? '') !== code) onChoose(country?.code ?? '')
    if (country && country.name === next && saved !== country.code) saveCountry(country.code)
  }
  return <CountryField id="haul-destination" text={text} onType={handleType} error={undefined} plain={null} />
}

type PackingFieldProps = { percent: number; onChange: (percent: number) => void }

function PackingField({ percent, onChange }: PackingFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = typed !== undefined && (parsePercent(typed) ?? percent) === percent ? typed : String(percent)
  const isWrong = parsePercent(text) === undefined
  const error = isWrong ? `A whole number from 0 to ${haulLimits.maxPacking}.` : undefined
  function handleType(next: string) {
    const wanted = parsePercent(next)
    setTyped(next)
    if (wanted !== undefined && wanted !== percent) onChange(wanted)
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
          aria-describedby={error ? 'haul-packing-error' : undefined}
        />
        <span className="unit__u">
          <span aria-hidden>%</span>
          <span className="visually-hidden">percent</span>
        </span>
      </span>
      {error && (
        <p className="err" id="haul-packing-error">
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

function parsePercent(text: string): number | undefined {
  const value = /^\d{1,2}$/.test(text.trim()) ? Number(text) : undefined
  return value !== undefined && value <= haulLimits.maxPacking ? value : undefined
}
