import {
  authMessages,
  authText,
  maxEmailLength,
  maxPasswordBytes,
  maxUserNameLength,
} from './texts-and-limits.ts'

/** Validates that a text is not blank. */
export function validateRequired(text: string, message: string): string | undefined {
  return text.trim() === '' ? message : undefined
}

export function validateFullName(text: string): string | undefined {
  return (
    validateRequired(text, authText.nameRequired) ??
    (text.trim().length > maxUserNameLength ? authText.longName : undefined)
  )
}

/** Rejects only texts that cannot be an email address; the server checks more, and the email itself is the proof. */
export function validateEmail(text: string): string | undefined {
  const email = text.trim()
  if (email === '') return authText.emailRequired
  return email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
    ? undefined
    : authMessages.email
}

/** Validates that a password is not empty. Spaces count, because they can be part of a password. */
export function validateRequiredPassword(text: string, message: string): string | undefined {
  return text === '' ? message : undefined
}

/** §5: required, with at least `minLength` characters; a symbol of two code units is one character. */
export function validateNewPassword(text: string, minLength: number, message: string): string | undefined {
  if (text === '') return message
  if ([...text].length < minLength) return authMessages.shortPassword(minLength)
  return text.length > maxPasswordBytes ? authMessages.longPassword : undefined
}

/** §5: required, and the same as the password above it. */
export function validatePasswordConfirmation(text: string, password: string): string | undefined {
  if (text === '') return authText.confirmRequired
  return text === password ? undefined : authText.mismatch
}

type NewAccountTexts = Record<'name' | 'email' | 'password' | 'confirm', string>

/** The validation rules of a new account's fields; `minLength` is in characters. */
export function createAccountRules(minLength: number) {
  return {
    name: validateFullName,
    email: validateEmail,
    password: (text: string) => validateNewPassword(text, minLength, authText.passwordRequired),
    confirm: (text: string, { password }: NewAccountTexts) => validatePasswordConfirmation(text, password),
  }
}
