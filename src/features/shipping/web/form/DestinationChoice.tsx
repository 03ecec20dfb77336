import './DestinationChoice.css'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Country } from '#features/freight/country.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { shippingText } from '../../spec.ts'
import { saveCountry } from '../saved-codes.ts'
import { CountryField } from './CountryField.tsx'

type DestinationChoiceProps = {
  id: string
  onChoose: (country: Country) => void
  /** Takes the focus when it appears. */
  takesFocus?: boolean
}

/** Asks for the destination, and stores it on this device. */
export function DestinationChoice({ id, onChoose, takesFocus = false }: DestinationChoiceProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Country>()
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  useEffect(() => {
    if (takesFocus) focusField(form.current)
  }, [takesFocus])
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!chosen) {
      setTried(true)
      focusField(form.current)
      return
    }
    client.setQueryData(countryNameQuery(chosen.code).queryKey, chosen.name)
    saveCountry(chosen.code)
    onChoose(chosen)
  }
  return (
    <form ref={form} className="destination-choice" noValidate onSubmit={handleSubmit}>
      <CountryField
        id={id}
        text={text}
        onType={(typed) => {
          setText(typed)
          setChosen(undefined)
        }}
        onChoose={(country) => {
          setText(country.name)
          setChosen(country)
        }}
        error={isTried && !chosen ? shippingText.countryRequired : undefined}
      />
      <button type="submit" className="btn btn--brand">
        Show prices
      </button>
    </form>
  )
}

/** Focuses the visible one of the input and its button on phones. */
function focusField(form: HTMLFormElement | null): void {
  const fields = form?.querySelectorAll<HTMLElement>('.country .input') ?? []
  const shown = [...fields].find((field) => field.offsetParent !== null)
  shown?.focus({ preventScroll: true })
}
