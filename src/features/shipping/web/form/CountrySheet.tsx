import './CountrySheet.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import type { Country } from '#features/freight/public-lists.ts'
import { countriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { saveCountry, useRecentCountries } from '#features/visitor/web/ship-to/use-saved-codes.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { shippingText } from '../../texts.ts'
import { CountryName } from '../CountryName.tsx'
import { type LineCounts, useLineCounts } from '../use-line-counts.ts'
import type { ShipToState } from '../use-ship-to-state.ts'
import { CurrencyField } from './CurrencyField.tsx'
import { type CountryGroup, findMatch, groupCountries, isServed } from './country-groups.ts'

type CountrySheetProps = { state: ShipToState; onClose: () => void }

/**
 * The choice of the destination, which is saved on this device: recent countries, countries with lines, and the rest.
 */
export function CountrySheet({ state: { isOpen, onChoose, opener }, onClose }: CountrySheetProps) {
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  function choose(country: Country) {
    client.setQueryData(countryNameQuery(country.code).queryKey, country.name)
    saveCountry(country.code)
    onClose()
    onChoose?.(country)
  }
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Ship to"
      className="country-sheet"
      initialFocus={input}
      finalFocus={() => findReturnFocus(opener)}
    >
      <CountryChoice input={input} onChoose={choose} />
      <CurrencyField />
    </Dialog>
  )
}

/** The element that opened the sheet; when it was rendered again, the new element with the same id. */
function findReturnFocus(opener: Element | null): HTMLElement | null {
  const element = opener?.isConnected ? opener : document.getElementById(opener?.id ?? '')
  return element instanceof HTMLElement ? element : null
}

type CountryChoiceProps = {
  input: RefObject<HTMLInputElement | null>
  onChoose: (country: Country) => void
}

function CountryChoice({ input, onChoose }: CountryChoiceProps) {
  const [query, setQuery] = useState('')
  const [unservedCountry, setUnservedCountry] = useState<Country>()
  const list = useRef<HTMLDivElement>(null)
  const lines = useLineCounts()
  const { data: countries = [], isError, failureCount, isFetching, refetch } = useQuery(countriesQuery())
  const groups = groupCountries(query, { countries, lines, recent: useRecentCountries() })
  const match = findMatch(query, groups)
  const servedMatch = match && isServed(match, lines) ? match : undefined

  function choose(country: Country) {
    if (isServed(country, lines)) onChoose(country)
    else setUnservedCountry(country)
  }
  function search(text: string) {
    setQuery(text)
    setUnservedCountry(undefined)
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target === input.current && match) {
      event.preventDefault()
      choose(match)
    } else moveFocus(event, input.current, list.current)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move focus between the field and the list
    <div className="country-sheet__body" onKeyDown={handleKeyDown}>
      <CountryQuery input={input} query={query} onType={search} />
      <p className="country-sheet__say" role="status">
        {unservedCountry
          ? `No line ships this to ${unservedCountry.name} yet.`
          : countries.length > 0 && groups.length === 0 && shippingText.noCountry}
      </p>
      {countries.length === 0 && (isError || failureCount > 0) && (
        <div className="country-sheet__error" role="alert">
          <p>We couldn't load the countries.</p>
          <button
            type="button"
            className="btn"
            aria-disabled={isFetching || undefined}
            onClick={() => void refetch()}
          >
            Try Again
          </button>
        </div>
      )}
      <div className="country-sheet__list" ref={list}>
        {groups.map((group) => (
          <CountryList
            key={group.key}
            group={group}
            query={query}
            lines={lines}
            servedMatch={servedMatch}
            onChoose={choose}
          />
        ))}
      </div>
    </div>
  )
}

type CountryQueryProps = Pick<CountryChoiceProps, 'input'> & { query: string; onType: (text: string) => void }

function CountryQuery({ input, query, onType }: CountryQueryProps) {
  return (
    <div className="country-sheet__field">
      <label className="visually-hidden" htmlFor="country-query">
        Country
      </label>
      <Search className="icon country-sheet__icon" aria-hidden />
      <input
        ref={input}
        id="country-query"
        className="input"
        value={query}
        onChange={({ target }) => onType(target.value)}
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
            onType('')
            input.current?.focus()
          }}
        >
          <X className="icon" aria-hidden />
          <span className="visually-hidden">Clear</span>
        </button>
      )}
    </div>
  )
}

type CountryListProps = {
  group: CountryGroup
  query: string
  lines: LineCounts | undefined
  servedMatch: Country | undefined
  onChoose: (country: Country) => void
}

/** Countries without a line can have focus, so that screen readers read why they cannot be chosen. */
function CountryList({
  group: { key, title, countries },
  query,
  lines,
  servedMatch,
  onChoose,
}: CountryListProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 className="label country-sheet__title" id={titleId}>
        {title}
      </h3>
      <ul>
        {countries.map((country) => (
          <li key={country.code}>
            <button
              type="button"
              className="country__option"
              aria-disabled={key === 'unserved' || undefined}
              data-highlighted={country === servedMatch ? '' : undefined}
              onClick={() => onChoose(country)}
            >
              <CountryName
                country={country}
                query={query}
                aside={key === 'unserved' ? 'no line yet' : formatLineCount(lines?.get(country.code))}
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatLineCount(count: number | undefined): string {
  if (count === undefined) return ''
  return count === 1 ? '1 line' : `${count} lines`
}

/** Arrow keys move focus between the field and the rows; Home and End go to the first and last row. */
function moveFocus(event: KeyboardEvent, input: HTMLElement | null, list: HTMLElement | null): void {
  const rows = [...(list?.querySelectorAll('button') ?? [])]
  const index = event.target instanceof HTMLButtonElement ? rows.indexOf(event.target) : -1
  const isInList = index >= 0
  const targets: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: rows[index + 1],
    ArrowUp: index === 0 ? input : rows[index - 1],
    Home: isInList ? rows[0] : undefined,
    End: isInList ? rows.at(-1) : undefined,
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}
