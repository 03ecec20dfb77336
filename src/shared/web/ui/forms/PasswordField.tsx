import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { FieldFrame, type FieldProps, getAriaProps } from './Field.tsx'
import './PasswordField.css'

type PasswordFieldProps = Omit<FieldProps, 'type' | 'autoComplete'> & {
  /** Whether an existing password is asked for or a new one is set. */
  autoComplete: 'current-password' | 'new-password'
}

/**
 * A password that can be shown; it is hidden again while it is sent, so that no browser remembers it as plain
 * text.
 */
export function PasswordField({ label, error, hint, readOnly, ...input }: PasswordFieldProps) {
  const { id } = input
  const [isRevealed, setRevealed] = useState(false)
  const isVisible = isRevealed && !readOnly
  const Icon = isVisible ? EyeOff : Eye
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <span className="password">
        <input
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          type={isVisible ? 'text' : 'password'}
          readOnly={readOnly}
          {...getAriaProps(id, error, hint)}
        />
        <button
          type="button"
          className="password__show js-only"
          aria-controls={id}
          onClick={() => setRevealed(!isVisible)}
        >
          <Icon className="icon icon--s" aria-hidden />
          <span>{isVisible ? 'Hide ' : 'Show '}</span>
          <span className="visually-hidden">{label.toLowerCase()}</span>
        </button>
      </span>
    </FieldFrame>
  )
}
