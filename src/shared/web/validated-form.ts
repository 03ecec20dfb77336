import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import { isRequestError } from '#shared/failure.ts'
import { deleteDraft, readDraft, saveDraft } from './drafts.ts'
import { useErrorTitle } from './error-title.ts'

/** What a form says when it was refused: of one field if it names one; `help` is our own line under the sentence. */
export type Failure = { text: string; help?: string; field?: string | undefined }
/** A wrong field and its sentence. */
export type FieldFault = { name: string; id: string; text: string }

type Texts<Name extends string> = Record<Name, string>
type Given = Record<string, string>

export type CheckedFormOptions<Name extends string> = {
  /** The form's own id; those of its fields begin with it. */
  id: string
  /** Why a field is refused, in the order of the fields. */
  rules: { [N in Name]: (text: string, all: Texts<Name>) => string | undefined }
  /** What to put into fields at first. */
  start?: Partial<Texts<Name>>
  /** Fields whose text is kept in this tab until the form was sent, and whose it is; never a password's. */
  draft?: Draft
  /** `leaving` keeps the button busy, because the page is about to go. */
  submit: (texts: Texts<Name>) => Promise<'leaving' | 'done'>
  /** What to say when `submit` fails; undefined when it is said elsewhere. */
  explain: (error: unknown, texts: Texts<Name>) => Failure | undefined
  /** Hears of the faults that kept the form from being sent. */
  onRefused?: (faults: FieldFault[]) => void
  /** A press counts while another is on its way, which is then forgotten; fields stay open to be changed. */
  isRepeatable?: boolean
}

type Draft = { owner: string | undefined; names: readonly string[] }

/** What the parts of a form are drawn from. */
export type FormState = {
  id: string
  isBusy: boolean
  failure: Failure | undefined
  /** The faults of the last press; they stay until the next, so that nothing moves under the typing hand. */
  faults: FieldFault[]
  handleSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/**
 * A form that is checked when it is sent, and from then on with every letter. A second press while it is on its way
 * does nothing; nothing that was typed is cleared because of a fault.
 */
export function useValidatedForm<Name extends string>(options: CheckedFormOptions<Name>) {
  const { id, rules, draft } = options
  // Fields without a start take over what was typed or filled in before the script was there.
  const form = useForm<Given>({ shouldFocusError: false, defaultValues: options.start ?? {} })
  const { errors } = useFormState({ control: form.control })
  const state = useSending(options, form)
  useErrorTitle(state.failure !== undefined || Object.keys(errors).length > 0)
  useDraft(id, draft, form)
  return {
    state,
    /** What an input needs; `rechecks` names the field that is judged by this one's text. */
    field(name: Name, rechecks?: Name) {
      const key: string = name // the library's types take names apart, and a parameter cannot be
      return {
        id: fieldId(id, name),
        error: errors[key]?.message,
        readOnly: state.isBusy && !options.isRepeatable,
        ...form.register(key, {
          validate: (text, all) => rules[name](text ?? '', wholeOf(all)),
          ...(rechecks && { deps: [rechecks as string] }),
        }),
      }
    },
    textOf: (name: Name): string => form.getValues()[name] ?? '',
    /** Tells of every change, where something else is drawn from what is typed: `useFormValues`. */
    subscribe: useListening(form),
    /** Puts a text in by script; a fault that the field had is judged anew. */
    put(name: Name, text: string) {
      const key: string = name // as above
      form.setValue<string>(key, text, { shouldValidate: form.getFieldState(key).invalid })
    },
    /** Other texts in all fields, as if nothing had ever been sent. */
    restart(texts: Partial<Texts<Name>>) {
      const empty = Object.fromEntries(Object.keys(rules).map((name) => [name, '']))
      form.reset({ ...empty, ...texts }, { keepFieldsRef: true })
    },
    /** The one exception: a wrong password has to be typed anew. */
    retype(name: Name) {
      form.setValue<string>(name, '')
      form.setFocus<string>(name)
    },
  }
}

export type ValidatedForm<Name extends string> = ReturnType<typeof useValidatedForm<Name>>

/** Sends what is right, says what is wrong, and hears no second press meanwhile. */
function useSending<Name extends string>(
  options: CheckedFormOptions<Name>,
  form: UseFormReturn<Given>,
): FormState {
  const fields = { id: options.id, names: Object.keys(options.rules) }
  const [isBusy, setBusy] = useBusy()
  const isUnderWay = useRef(false)
  const turn = useRef(0)
  const [faults, setFaults] = useState<FieldFault[]>([])
  const [failure, setFailure] = useState<Failure>()

  function refuse(found: FieldFault[]) {
    setFaults(found)
    if (found.length === 1 && found[0]) form.setFocus(found[0].name) // of several the summary takes the focus
  }

  async function send(given: Given) {
    const texts = wholeOf<Name>(given)
    const mine = turn.current
    setBusy(true)
    setFaults([])
    try {
      const outcome = await options.submit(texts)
      if (mine !== turn.current) return
      if (options.draft) deleteDraft(options.id)
      if (outcome === 'leaving') return
    } catch (error) {
      if (mine !== turn.current) return
      const explained = options.explain(error, texts)
      const found = serverFaults(error, explained, fields)
      for (const { name, text } of found) form.setError(name, { message: text })
      refuse(found)
      if (found.length === 0) setFailure(explained)
    }
    setBusy(false)
  }

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation() // React passes it on to the form that a popup was opened from
    if (!options.isRepeatable && (isBusy || isUnderWay.current)) return
    isUnderWay.current = true
    turn.current += 1
    setFailure(undefined)
    const check = form.handleSubmit(send, (wrong) => {
      setBusy(false)
      const found = ownFaults(wrong, fields)
      refuse(found)
      options.onRefused?.(found)
    })
    await check(event)
    isUnderWay.current = false
  }

  return { id: options.id, isBusy, failure, faults, handleSubmit }
}

/** A page that was left busy and comes back out of the browser's memory is idle again. */
function useBusy(): [isBusy: boolean, setBusy: (isBusy: boolean) => void] {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  return [isBusy, setBusy]
}

/** Puts back what was typed before, where nothing stands by now, and keeps every letter from then on. */
function useDraft(id: string, draft: Draft | undefined, form: UseFormReturn<Given>): void {
  const { getValues, setValue, subscribe } = form
  useEffect(() => {
    if (!draft) return undefined
    const { owner, names } = draft
    const key = { form: id, owner }
    const isWanted = ([name]: [string, string]) => names.includes(name)
    for (const [name, text] of Object.entries(readDraft(key)).filter(isWanted))
      if (!getValues(name)) setValue(name, text)
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(key, Object.fromEntries(Object.entries(values).filter(isWanted))),
    })
  }, [id, draft, getValues, setValue, subscribe])
}

/** The same function for the form's whole life. */
function useListening({ subscribe }: UseFormReturn<Given>) {
  return useCallback(
    (listener: () => void): (() => void) =>
      subscribe({ formState: { values: true }, callback: () => listener() }),
    [subscribe],
  )
}

/** Every name of a form's rules is an input of its own, so that none is missing from what is given. */
function wholeOf<Name extends string>(given: Given): Texts<Name> {
  return given as Texts<Name>
}

function fieldId(form: string, name: string): string {
  return `${form}-${name}`
}

type Fields = { id: string; names: string[] }

function faultsOf({ id, names }: Fields, textOf: (name: string) => string | undefined): FieldFault[] {
  return names.flatMap((name) => {
    const text = textOf(name)
    return text ? [{ name, id: fieldId(id, name), text }] : []
  })
}

function ownFaults(wrong: FieldErrors<Given>, fields: Fields): FieldFault[] {
  return faultsOf(fields, (name) => wrong[name]?.message)
}

/** Of the fields that the server names only those which this form has. */
function serverFaults(error: unknown, explained: Failure | undefined, fields: Fields): FieldFault[] {
  const named = isRequestError(error) ? (error.errors ?? []) : []
  return faultsOf(fields, (name) =>
    explained?.field === name ? explained.text : named.find(({ field }) => field === name)?.message,
  )
}
