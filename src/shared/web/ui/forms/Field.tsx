import type { ComponentProps, ReactNode } from 'react'
import { ErrorLine } from './ErrorLine.tsx'

/** `error` and `hint` are shown below the input; all other props are passed to it. */
export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  id: string
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A label, its input, its error, and a hint. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  return (
    <FieldFrame id={input.id} label={label} error={error} hint={hint}>
      <input className="input" {...input} {...getAriaProps(input.id, error, hint)} />
    </FieldFrame>
  )
}

type FieldFrameProps = Pick<FieldProps, 'id' | 'error' | 'hint'> & {
  label: ReactNode
  /** Shown at the end of the label's line; not part of the label. */
  beside?: ReactNode
  children: ReactNode
}

export function FieldFrame({ id, label, beside, error, hint, children }: FieldFrameProps) {
  const name = (
    <label className="field__label" htmlFor={id}>
      {label}
    </label>
  )
  return (
    <div className="field">
      {beside ? (
        <div className="field__head">
          {name}
          {beside}
        </div>
      ) : (
        name
      )}
      {children}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Connects an input to its hint and error. */
export function getAriaProps(id: string, error: string | undefined, hint: string | undefined) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
  }
}
