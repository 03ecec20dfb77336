import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Country } from '#features/freight/public-lists.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { openShipTo } from '../use-ship-to-state.ts'
import { focusCountry } from './CountryField.tsx'

export type SiteDestinationProps = {
  /** The field's id. */
  id: string
  text: string
  onChoose: (country: Country) => void
}

/**
 * Fills the field with the site's destination and shows beside it whether it was guessed, with a button to change it.
 */
export function SiteDestination({ id, text, onChoose }: SiteDestinationProps) {
  const { code, from } = useShipTo() ?? {}
  const { data: countries } = useQuery({ ...countriesQuery(), enabled: code !== undefined })
  const country = countries?.find((candidate) => candidate.code === code)
  /** The last text that this component filled in; undefined once the visitor has typed another text or cleared it. */
  const filledText = useRef<string | undefined>('')
  const fill = useEffectEvent(() => {
    if (text !== filledText.current) filledText.current = undefined
    else if (country && text !== country.name && document.activeElement?.id !== id) {
      filledText.current = country.name
      onChoose(country)
    }
  })
  useEffect(fill, [text, country])
  if (country && text === '') {
    return (
      <button
        type="button"
        className="textbtn country__last"
        onClick={() => {
          onChoose(country)
          focusCountry(id)
        }}
      >
        {`Use ${country.name}${from === 'chosen' ? ' again' : ''}`}
      </button>
    )
  }
  if (text !== country?.name) return null
  return (
    <button
      type="button"
      className="textbtn country__last"
      aria-haspopup="dialog"
      onClick={() => openShipTo({ onChoose })}
    >
      <span>{from === 'chosen' ? 'Change' : 'Guessed, change'}</span>
      <span className="visually-hidden">{from === 'chosen' ? ' destination' : ` (from your ${from})`}</span>
    </button>
  )
}
