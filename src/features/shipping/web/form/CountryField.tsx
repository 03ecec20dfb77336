import './CountryField.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleAlert } from 'lucide-react'
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { findDestination } from '#features/freight/destination.ts'
import type { Country } from '#features/freight/public-lists.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { shippingText } from '../../texts.ts'
import { useIdleCallback } from '../use-idle-callback.ts'
import { openShipTo } from '../use-ship-to-state.ts'
import { useEnhancedInput } from './use-enhanced-input.ts'

export type CountryFieldProps = {
  id: string
  /** The name of a country, or the text that was typed. */
  text: string
  onType: (text: string) => void
  /** Called with a chosen country, instead of `onType`: typed text alone is no choice (§5). */
  onChoose?: (country: Country) => void
  error: string | undefined
  /** The browser's own suggestions, for browsers without JavaScript. */
  plain?: ReactNode
  /** Content beside the label. */
  aside?: ReactNode
}

/**
 * §2: a country by its name or code, chosen from suggestions. It begins as a plain input; suggestions and
 * their code load when the browser is idle. On phones a button opens a sheet with the same choice.
 */
export function CountryField({ id, text, onType, error, plain, aside, ...props }: CountryFieldProps) {
  const onChoose = props.onChoose ?? (({ name }: Country) => onType(name))
  const input = useRef<HTMLInputElement>(null)
  const [isRequested, setRequested] = useState(false)
  const { data: countries } = useQuery({ ...countriesQuery(), enabled: isRequested })
  const { Combobox, startsOpen } = useEnhancedInput({ input, isReady: countries !== undefined })
  useIdleCallback(async () => setRequested(true))
  useEarlyInput(input, text, onType)

  const start = useRef(text)
  /** Chooses the country whose whole name or code was typed, for use while no suggestions are available. */
  function chooseTyped(typed: string) {
    const country = countries && findDestination(typed, countries)
    if (country) onChoose(country)
  }
  useOnceLoaded(countries, () => {
    const isCode = text === start.current && text.length === 2
    if (isCode) chooseTyped(text) // the initial text of the form
  })

  const parts = {
    id,
    name: 'destination',
    className: 'input',
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    maxLength: 80,
    placeholder: shippingText.countryPlaceholder,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error ${id}-hint` : `${id}-hint`,
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => Combobox || chooseTyped(target.value),
  } as const
  return (
    <div className="field country">
      <div className="country__head">
        <label className="field__label" id={`${id}-label`} htmlFor={id}>
          Destination
        </label>
        {aside}
      </div>
      <div className="country__box">
        {Combobox && countries ? (
          <Combobox
            input={input}
            parts={parts}
            text={text}
            onType={onType}
            onChoose={onChoose}
            countries={countries}
            startsOpen={startsOpen}
          />
        ) : (
          <>
            <input
              {...parts}
              ref={input}
              list={`${id}-names`} // the browser's own suggestions, for use without JavaScript
              value={text}
              onChange={({ target }) => onType(target.value)}
              onFocus={() => setRequested(true)}
            />
            <ChevronDown className="icon country__mark js-only" aria-hidden />
            {plain}
          </>
        )}
      </div>
      <CountrySheetButton id={id} text={text} error={error} onChoose={onChoose} />
      {error && (
        <p className="err" id={`${id}-error`}>
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      <p className="field__hint" id={`${id}-hint`}>
        {error && text.trim() !== ''
          ? 'Pick one from the list.'
          : 'Type a name or code, then pick from the list.'}
      </p>
    </div>
  )
}

type CountrySheetButtonProps = Pick<CountryFieldProps, 'id' | 'text' | 'error'> & {
  onChoose: (country: Country) => void
}

/** Replaces the input below 640 px; opens the page's country sheet. */
function CountrySheetButton({ id, text, error, onChoose }: CountrySheetButtonProps) {
  return (
    <button
      type="button"
      id={`${id}-open`}
      className="input country__open"
      aria-haspopup="dialog"
      aria-labelledby={`${id}-label ${id}-open`}
      aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
      data-invalid={error ? true : undefined}
      onClick={() => openShipTo({ onChoose })}
    >
      <span className={text === '' ? 'country__none' : undefined}>
        {text || shippingText.countryPlaceholder}
      </span>
      <ChevronDown className="icon" aria-hidden />
    </button>
  )
}

/** On phones the button replaces the input; a hidden element takes no focus. */
export function focusCountry(id: string): void {
  const input = document.getElementById(id)
  input?.focus()
  if (document.activeElement !== input) document.getElementById(`${id}-open`)?.focus()
}

/** Runs a task once, when a value is defined. */
function useOnceLoaded(value: unknown, task: () => void): void {
  const latestTask = useRef(task)
  useEffect(() => {
    latestTask.current = task
  })
  const isLoaded = value !== undefined
  useEffect(() => {
    if (isLoaded) latestTask.current()
  }, [isLoaded])
}

/** Takes over text that was typed before the JavaScript was loaded. */
function useEarlyInput(
  input: RefObject<HTMLInputElement | null>,
  text: string,
  onType: (text: string) => void,
): void {
  const initial = useRef({ text, onType })
  useLayoutEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed !== initial.current.text) initial.current.onType(typed)
  }, [input])
}
