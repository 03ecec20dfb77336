import type { FieldError } from '#shared/field-error.ts'
import { authMessages, authText, longestEmail, longestName, longestPassword } from './spec.ts'

/** Something was typed; blanks alone are nothing. */
export function missing(text: string, sentence: string): FieldError {
  return text.trim() === '' ? sentence : undefined
}

export function nameProblem(text: string): FieldError {
  return (
    missing(text, authText.nameRequired) ?? (text.trim().length > longestName ? authText.longName : undefined)
  )
}

/** Only what can be no address at all; the server looks closer, and the mail itself is the proof. */
export function emailProblem(text: string): FieldError {
  const email = text.trim()
  if (email === '') return authText.emailRequired
  return email.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
    ? undefined
    : authMessages.email
}

/** A password is taken as it was typed, blanks included, so an empty one is the only missing one. */
export function passwordMissing(text: string, sentence: string): FieldError {
  return text === '' ? sentence : undefined
}

/** §5: required, and at least so many characters long; a symbol of two code units is one character. */
export function newPasswordProblem(text: string, shortest: number, sentence: string): FieldError {
  if (text === '') return sentence
  if ([...text].length < shortest) return authMessages.shortPassword(shortest)
  return text.length > longestPassword ? authMessages.longPassword : undefined
}

/** §5: required, and the same as the password above it. */
export function confirmProblem(text: string, wanted: string): FieldError {
  if (text === '') return authText.confirmRequired
  return text === wanted ? undefined : authText.mismatch
}
