import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { ChevronDown, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useState } from 'react'
import type { Country } from '#features/freight/public-lists.ts'
import { shippingText } from '../../texts.ts'
import { CountryName } from '../CountryName.tsx'
import { useLineCounts } from '../use-line-counts.ts'
import { isServed, rankSuggestions } from './country-groups.ts'

type CountryComboboxProps = {
  input: RefObject<HTMLInputElement | null>
  /** The props of the plain input that this one replaces. */
  parts: ComponentProps<'input'>
  text: string
  onType: (text: string) => void
  onChoose: (country: Country) => void
  countries: Country[]
  startsOpen: boolean
}

/** An input with suggestions by name or code; none while it is empty (§2). */
export function CountryCombobox({
  input,
  parts: { id, name, ...parts },
  text,
  onType,
  onChoose,
  countries,
  startsOpen,
}: CountryComboboxProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const lines = useLineCounts()
  const suggestions = rankSuggestions(text, { countries, lines })
  const isBlank = text.trim() === ''
  function handleValue(value: string, isChoice: boolean) {
    const country = isChoice ? countries.find(({ name }) => name === value) : undefined
    if (country) onChoose(country)
    else onType(value)
  }
  return (
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={countries}
        filteredItems={suggestions}
        itemToStringValue={({ name }: Country) => name}
        value={text}
        onValueChange={(value, { reason }) => handleValue(value, reason === 'item-press')}
        open={isOpen && !isBlank}
        onOpenChange={(next, { reason }) => setOpen(next && (reason === 'input-change' || !isBlank))}
        autoHighlight
        id={id}
      >
        <Autocomplete.Input {...parts} ref={input} />
        {text === '' ? (
          <ChevronDown className="icon country__mark" aria-hidden />
        ) : (
          <Autocomplete.Clear className="country__clear">
            <X className="icon" aria-hidden />
            <span className="visually-hidden">Clear destination</span>
          </Autocomplete.Clear>
        )}
        <Autocomplete.Portal>
          <Autocomplete.Positioner className="country__place" sideOffset={6}>
            <Autocomplete.Popup className="country__popup">
              <Autocomplete.Empty className="country__empty">{shippingText.noCountry}</Autocomplete.Empty>
              <Autocomplete.List className="country__list" aria-label="Countries">
                {(country: Country) => (
                  <Autocomplete.Item key={country.code} value={country} className="country__option">
                    <CountryName
                      country={country}
                      query={text}
                      {...(!isServed(country, lines) && { aside: 'no line yet' })}
                    />
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </CSPProvider>
  )
}
