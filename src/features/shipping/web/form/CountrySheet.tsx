import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Country } from '#features/freight/country.ts'
import { suggestCountries } from '#features/freight/destination.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { shippingText } from '../../spec.ts'
import { CountryName } from '../CountryName.tsx'

type CountrySheetProps = {
  isOpen: boolean
  text: string
  onChoose: (name: string) => void
  onClose: () => void
}

/** The choice of a country on a phone: the field on top and a plain list, which screen readers of phones can follow. */
export function CountrySheet({ isOpen, onClose, ...choice }: CountrySheetProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Destination"
      className="country-sheet"
      initialFocus={input}
    >
      <CountryChoice {...choice} input={input} onClose={onClose} />
    </Dialog>
  )
}

type CountryChoiceProps = Omit<CountrySheetProps, 'isOpen'> & {
  input: React.RefObject<HTMLInputElement | null>
}

function CountryChoice({ text, onChoose, onClose, input }: CountryChoiceProps) {
  const [query, setQuery] = useState(text)
  const list = useRef<HTMLUListElement>(null)
  const { data: countries = [] } = useQuery(countriesQuery())
  const suggestions = suggestCountries(query, countries)
  function choose({ name }: Country) {
    onChoose(name)
    onClose()
  }
  function handleKeyDown(event: KeyboardEvent) {
    const [first] = suggestions
    if (event.key === 'Enter' && event.target === input.current && first) {
      event.preventDefault()
      choose(first)
    } else moveFocus(event, input.current, list.current)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys lead from the field through the list and back
    <div className="country-sheet__body" onKeyDown={handleKeyDown}>
      <div className="country-sheet__field">
        <label className="visually-hidden" htmlFor="country-query">
          Country
        </label>
        <input
          ref={input}
          id="country-query"
          className="input"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          placeholder={shippingText.countryPlaceholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={80}
        />
        {query !== '' && (
          <button
            type="button"
            className="country__clear"
            onClick={() => {
              setQuery('')
              input.current?.focus()
            }}
          >
            <X className="icon" aria-hidden />
            <span className="visually-hidden">Clear</span>
          </button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {query.trim() !== '' && suggestions.length > 0 && `${suggestions.length} countries`}
      </p>
      {query.trim() !== '' && suggestions.length === 0 && (
        <p className="country__empty" role="status">
          No country has this in its name.
        </p>
      )}
      <ul className="country-sheet__list" ref={list}>
        {suggestions.map((country, place) => (
          <li key={country.code}>
            <button
              type="button"
              className="country__option"
              data-highlighted={place === 0 ? '' : undefined}
              onClick={() => choose(country)}
            >
              <CountryName country={country} query={query} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Down from the field into the list, up again from its first row; Home and End within the list. */
function moveFocus(event: KeyboardEvent, input: HTMLElement | null, list: HTMLElement | null): void {
  const rows = [...(list?.querySelectorAll('button') ?? [])]
  const at = event.target instanceof HTMLButtonElement ? rows.indexOf(event.target) : -1
  const isInList = at >= 0
  const targets: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: rows[at + 1],
    ArrowUp: at === 0 ? input : rows[at - 1],
    Home: isInList ? rows[0] : undefined,
    End: isInList ? rows.at(-1) : undefined,
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}
