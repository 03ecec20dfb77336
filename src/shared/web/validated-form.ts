import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type FieldError, isRequestError } from '#shared/failure.ts'
import { deleteDraft, readDraft, saveDraft } from './drafts.ts'
import { useErrorTitle } from './error-title.ts'
import { createFieldTexts, type FieldTexts } from './field-texts.ts'

/** The message of a failed form, shown at `field` when there is one; `help` is our own line under it. */
export type FormFailure = { text: string; help?: string; field?: string | undefined }
/** A wrong field with the id of its input. */
export type FormFieldError = FieldError & { readonly id: string }

type FormTexts<Name extends string> = Record<Name, string>
type Rules<Name extends string> = {
  [N in Name]: (text: string, all: FormTexts<Name>) => string | undefined
}
/** The messages of wrong fields, by name. */
type Errors = Readonly<Record<string, string | undefined>>

export type ValidatedFormOptions<Name extends string> = {
  /** The form's own id; those of its fields begin with it. */
  id: string
  /** Validates each field, in the order of the fields. */
  rules: Rules<Name>
  /** The initial texts. */
  start?: Partial<FormTexts<Name>>
  /** Fields whose text is stored in this tab until the form was sent, and their owner; never a password. */
  draft?: FormDraft
  /** Returns `leaving` when the page is about to change, which keeps the button busy. */
  submit: (texts: FormTexts<Name>) => Promise<'leaving' | 'done'>
  /** The message when `submit` fails; undefined when it is shown elsewhere. */
  explain: (error: unknown, texts: FormTexts<Name>) => FormFailure | undefined
  /** Called with the field errors that prevented sending the form. */
  onRefused?: (errors: FormFieldError[]) => void
  /**
   * The form can be sent again while it is being sent. The earlier result is then ignored, and the fields
   * stay editable.
   */
  isRepeatable?: boolean
}

type FormDraft = { owner: string | undefined; names: readonly string[] }

/** The state of a form, for the components that render it. */
export type FormState = {
  id: string
  isBusy: boolean
  failure: FormFailure | undefined
  /** The field errors of the last attempt to send. */
  fieldErrors: FormFieldError[]
  /** The field errors that are not corrected yet, with their current messages. */
  remaining?: FormFieldError[]
  handleSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/**
 * A form that is validated when it is sent, and from then on at every keystroke. A second press while it is
 * being sent does nothing. An error never clears a field.
 */
export function useValidatedForm<Name extends string>(options: ValidatedFormOptions<Name>) {
  const { id, rules, draft } = options
  const [texts] = useState(() => createFieldTexts(options.start ?? {}))
  const [errors, setErrors] = useState<Errors>() // none until the form was sent
  const state = useSending(options, texts, {
    check: () => check(listFieldNames(rules)),
    setFieldErrors: addErrors,
  })
  useErrorTitle(state.failure !== undefined || Object.values(errors ?? {}).some(Boolean))
  useDraft(id, draft, texts)

  function check(names: readonly Name[]): Errors {
    const all = readAllTexts(rules, texts)
    const newErrors = Object.fromEntries(names.map((name) => [name, rules[name](all[name], all)]))
    addErrors(newErrors)
    return newErrors
  }
  function addErrors(newErrors: Errors): void {
    setErrors((previous) => ({ ...previous, ...newErrors }))
  }

  const remaining = state.fieldErrors.flatMap((error) => {
    const message = errors?.[error.field]
    return message ? [{ ...error, message }] : []
  })

  const shownState: FormState = { ...state, remaining }

  return {
    state: shownState,
    /** The props of an input; `rechecks` names the field that is validated with this one's text. */
    field(name: Name, rechecks?: Name) {
      return {
        id: getFieldId(id, name),
        name,
        error: errors?.[name],
        readOnly: state.isBusy && !options.isRepeatable,
        ref: (element: Parameters<FieldTexts['attach']>[1]) => texts.attach(name, element),
        onChange({ target }: { target: { value: string } }) {
          texts.note(name, target.value)
          if (errors) check(rechecks ? [name, rechecks] : [name])
        },
      }
    },
    getText: (name: Name): string => texts.getText(name),
    /** Called at every change, for `useFormValues`. */
    subscribe: texts.subscribe,
    /** Writes a text by script; a field with an error is validated again. */
    put(name: Name, text: string) {
      texts.put(name, text)
      if (errors?.[name]) check([name])
    },
    /** Replaces the texts of all fields and removes all errors. */
    restart(newTexts: Partial<FormTexts<Name>>) {
      for (const name of listFieldNames(rules)) texts.put(name, newTexts[name] ?? '')
      setErrors(undefined)
    },
    /** Clears a field and focuses it: a wrong password has to be typed again. */
    retype(name: Name) {
      texts.put(name, '')
      texts.focus(name)
    },
  }
}

export type ValidatedForm<Name extends string> = ReturnType<typeof useValidatedForm<Name>>

type Checks = {
  /** Validates all fields. */
  check: () => Errors
  /** Sets the errors of fields until these are changed. */
  setFieldErrors: (errors: Errors) => void
}

/** Validates and sends the form, and ignores further presses meanwhile. */
function useSending<Name extends string>(
  options: ValidatedFormOptions<Name>,
  texts: FieldTexts,
  checks: Checks,
): FormState {
  const [isBusy, setBusy] = useBusy()
  const isInProgress = useRef(false)
  const pressCount = useRef(0)
  const problems = useFormProblems(options, texts, checks.setFieldErrors)

  async function send() {
    const values = readAllTexts(options.rules, texts)
    const ownPress = pressCount.current
    setBusy(true)
    problems.clearFieldErrors()
    try {
      const submitResult = await options.submit(values)
      if (ownPress !== pressCount.current) return
      if (options.draft) deleteDraft(options.id)
      if (submitResult === 'leaving') return
    } catch (error) {
      if (ownPress !== pressCount.current) return
      problems.showError(error, values)
    }
    setBusy(false)
  }

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation() // React bubbles it to the form that a popup was opened from
    if (!options.isRepeatable && (isBusy || isInProgress.current)) return
    isInProgress.current = true
    pressCount.current += 1
    problems.clearFailure()
    const errors = checks.check()
    const newErrors = listFieldErrors(listFormFields(options), (name) => errors[name])
    if (newErrors.length === 0) await send()
    else {
      setBusy(false)
      problems.showFieldErrors(newErrors)
      options.onRefused?.(newErrors)
    }
    isInProgress.current = false
  }

  const { failure, fieldErrors } = problems
  return { id: options.id, isBusy, failure, fieldErrors, handleSubmit }
}

/** The errors of the last attempt to send: those of fields, or the failure of the whole form. */
function useFormProblems<Name extends string>(
  options: ValidatedFormOptions<Name>,
  texts: FieldTexts,
  setFormErrors: Checks['setFieldErrors'],
) {
  const [fieldErrors, setFieldErrors] = useState<FormFieldError[]>([])
  const [failure, setFailure] = useState<FormFailure>()

  function showFieldErrors(newErrors: FormFieldError[]) {
    setFieldErrors(newErrors)
    if (newErrors.length === 1 && newErrors[0]) texts.focus(newErrors[0].field) // of several the summary takes the focus
  }

  return {
    fieldErrors,
    failure,
    clearFieldErrors: () => setFieldErrors([]),
    clearFailure: () => setFailure(undefined),
    showFieldErrors,
    showError(error: unknown, values: FormTexts<Name>) {
      const failureToShow = options.explain(error, values)
      const newErrors = listServerErrors(error, failureToShow, listFormFields(options))
      setFormErrors(Object.fromEntries(newErrors.map(({ field, message }) => [field, message])))
      showFieldErrors(newErrors)
      if (newErrors.length === 0) setFailure(failureToShow)
    },
  }
}

/** A page that was left busy and is restored from the back/forward cache is idle again. */
function useBusy(): [isBusy: boolean, setBusy: (isBusy: boolean) => void] {
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  return [isBusy, setBusy]
}

/** Restores the draft into empty fields, and saves every further change. */
function useDraft(id: string, draft: FormDraft | undefined, { getText, put, subscribe }: FieldTexts): void {
  useEffect(() => {
    if (!draft) return undefined
    const { owner, names } = draft
    const key = { form: id, owner }
    for (const [name, text] of Object.entries(readDraft(key)))
      if (names.includes(name) && !getText(name)) put(name, text)
    return subscribe(() => saveDraft(key, Object.fromEntries(names.map((name) => [name, getText(name)]))))
  }, [id, draft, getText, put, subscribe])
}

function listFieldNames<Name extends string>(rules: Rules<Name>): Name[] {
  return Object.keys(rules) as Name[] // its keys are what it was made of
}

function readAllTexts<Name extends string>(rules: Rules<Name>, { getText }: FieldTexts): FormTexts<Name> {
  return Object.fromEntries(listFieldNames(rules).map((name) => [name, getText(name)])) as FormTexts<Name> // as above
}

function getFieldId(form: string, name: string): string {
  return `${form}-${name}`
}

type FormFields = { id: string; names: readonly string[] }

function listFormFields<Name extends string>({ id, rules }: ValidatedFormOptions<Name>): FormFields {
  return { id, names: listFieldNames(rules) }
}

function listFieldErrors(
  { id, names }: FormFields,
  getMessage: (name: string) => string | undefined,
): FormFieldError[] {
  return names.flatMap((name) => {
    const message = getMessage(name)
    return message ? [{ field: name, id: getFieldId(id, name), message }] : []
  })
}

/** The server's field errors for the fields of this form. */
function listServerErrors(
  error: unknown,
  failureToShow: FormFailure | undefined,
  fields: FormFields,
): FormFieldError[] {
  const serverErrors = isRequestError(error) ? (error.errors ?? []) : []
  return listFieldErrors(fields, (name) =>
    failureToShow?.field === name
      ? failureToShow.text
      : serverErrors.find(({ field }) => field === name)?.message,
  )
}
