import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { FieldFrame, type FieldProps, getAriaProps } from './Field.tsx'
import './PasswordField.css'

type PasswordFieldProps = Omit<FieldProps, 'type' | 'autoComplete'> & {
  /** Whether the user enters an existing password or sets a new one. */
  autoComplete: 'current-password' | 'new-password'
}

/**
 * A password field with a button that shows the text. The text is hidden while the form is sent, so that
 * browsers do not store it as plain text.
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
