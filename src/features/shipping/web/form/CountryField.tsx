import './CountryField.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleAlert } from 'lucide-react'
import {
  type FocusEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { findDestination } from '#features/freight/destination.ts'
import { countriesQuery } from '#features/freight/web/queries.ts'
import { shippingText } from '../../spec.ts'
import { useSavedCountry } from '../saved-codes.ts'
import { useIdleCallback } from '../use-idle-callback.ts'
import { useEnhancedInput } from './use-enhanced-input.ts'

const loadSheet = () => import('./CountrySheet.tsx')
const CountrySheet = lazy(async () => ({ default: (await loadSheet()).CountrySheet }))

export type CountryFieldProps = {
  id: string
  /** The name of a country, or what was typed of one. */
  text: string
  onType: (text: string) => void
  error: string | undefined
  /** The browser's own suggestions, where there is no script. */
  plain?: ReactNode
}

/**
 * §2: a country by its name or code, chosen from suggestions. At first it is a plain input; suggestions load
 * with their code once the browser is idle. On phones a press opens a sheet with the same choice.
 */
export function CountryField({ id, text, onType, error, plain }: CountryFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isWanted, setWanted] = useState(false)
  const { data: countries } = useQuery({ ...countriesQuery(), enabled: isWanted })
  const { Combobox, startsOpen } = useEnhancedInput({ input, isReady: countries !== undefined })
  useIdleCallback(() => {
    setWanted(true)
    return loadSheet()
  })
  useEarlyInput(input, text, onType)

  /** A whole name or code is a choice. */
  function settle(typed: string) {
    const country = countries && findDestination(typed, countries)
    if (country && country.name !== typed) onType(country.name)
  }
  useOnceLoaded(countries, () => {
    if (document.activeElement !== input.current) settle(text) // a code that the form began with
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
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => settle(target.value),
  } as const
  return (
    <div className="field country">
      <div className="country__head">
        <label className="field__label" id={`${id}-label`} htmlFor={id}>
          Destination
        </label>
        <LastDestination id={id} text={text} onChoose={onType} />
      </div>
      <div className="country__box">
        {Combobox && countries ? (
          <Combobox
            input={input}
            parts={parts}
            text={text}
            onType={onType}
            countries={countries}
            startsOpen={startsOpen}
          />
        ) : (
          <>
            <input
              {...parts}
              ref={input}
              list={`${id}-names`} // suggestions of the browser itself, where there is no script to bring ours
              value={text}
              onChange={({ target }) => onType(target.value)}
              onFocus={() => setWanted(true)}
            />
            <ChevronDown className="icon country__mark js-only" aria-hidden />
            {plain}
          </>
        )}
      </div>
      <CountrySheetButton id={id} text={text} error={error} onType={onType} onOpen={() => setWanted(true)} />
      {error && (
        <p className="err" id={`${id}-error`}>
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      <p className="field__hint" id={`${id}-hint`}>
        {error && text.trim() !== '' ? 'Pick one from the list.' : 'Name or code. Pick one from the list.'}
      </p>
    </div>
  )
}

type LastDestinationProps = { id: string; text: string; onChoose: (name: string) => void }

/** The last destination as a button, so that it need not be typed again. */
function LastDestination({ id, text, onChoose }: LastDestinationProps) {
  const code = useSavedCountry()
  const { data: countries } = useQuery({ ...countriesQuery(), enabled: code !== undefined })
  const country = countries?.find((one) => one.code === code)
  if (!country || text !== '') return null
  return (
    <button
      type="button"
      className="textbtn country__last"
      onClick={() => {
        onChoose(country.name)
        focusCountry(id)
      }}
    >
      {country.name}, as last time
    </button>
  )
}

type CountrySheetButtonProps = Omit<CountryFieldProps, 'plain'> & { onOpen: () => void }

/** Below 640 px, in place of the input. */
function CountrySheetButton({ id, text, error, onType, onOpen }: CountrySheetButtonProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <button
        type="button"
        id={`${id}-open`}
        className="input country__open"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}-open`}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        data-invalid={error ? true : undefined}
        onClick={() => {
          onOpen()
          setState('open')
        }}
      >
        <span className={text === '' ? 'country__none' : undefined}>
          {text || shippingText.countryPlaceholder}
        </span>
        <ChevronDown className="icon" aria-hidden />
      </button>
      {state !== 'never' && (
        <Suspense>
          <CountrySheet
            isOpen={state === 'open'}
            text={text}
            onChoose={onType}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}

/** On phones the button replaces the input; a hidden element takes no focus. */
export function focusCountry(id: string): void {
  const input = document.getElementById(id)
  input?.focus()
  if (document.activeElement !== input) document.getElementById(`${id}-open`)?.focus()
}

/** Runs once an element exists. */
function useOnceLoaded(thing: unknown, task: () => void): void {
  const newest = useRef(task)
  useEffect(() => {
    newest.current = task
  })
  const isThere = thing !== undefined
  useEffect(() => {
    if (isThere) newest.current()
  }, [isThere])
}

/** Takes over what was typed before the script was there. */
function useEarlyInput(
  input: RefObject<HTMLInputElement | null>,
  text: string,
  onType: (text: string) => void,
): void {
  const first = useRef({ text, onType })
  useLayoutEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed !== first.current.text) first.current.onType(typed)
  }, [input])
}
