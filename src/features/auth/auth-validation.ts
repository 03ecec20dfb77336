import type { FieldError } from '#shared/field-error.ts'
import { authMessages, authText, maxEmailLength, maxPasswordBytes, maxUserNameLength } from './spec.ts'

/** Something was typed; blanks alone are nothing. */
export function validateRequired(text: string, sentence: string): FieldError {
  return text.trim() === '' ? sentence : undefined
}

export function validateFullName(text: string): FieldError {
  return (
    validateRequired(text, authText.nameRequired) ??
    (text.trim().length > maxUserNameLength ? authText.longName : undefined)
  )
}

/** Only what can be no address at all; the server looks closer, and the mail itself is the proof. */
export function validateEmail(text: string): FieldError {
  const email = text.trim()
  if (email === '') return authText.emailRequired
  return email.length <= maxEmailLength && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
    ? undefined
    : authMessages.email
}

/** A password is taken as it was typed, blanks included, so an empty one is the only missing one. */
export function validateRequiredPassword(text: string, sentence: string): FieldError {
  return text === '' ? sentence : undefined
}

/** §5: required, and at least so many characters long; a symbol of two code units is one character. */
export function validateNewPassword(text: string, shortest: number, sentence: string): FieldError {
  if (text === '') return sentence
  if ([...text].length < shortest) return authMessages.shortPassword(shortest)
  return text.length > maxPasswordBytes ? authMessages.longPassword : undefined
}

/** §5: required, and the same as the password above it. */
export function validatePasswordConfirmation(text: string, wanted: string): FieldError {
  if (text === '') return authText.confirmRequired
  return text === wanted ? undefined : authText.mismatch
}

type NewAccountTexts = Record<'name' | 'email' | 'password' | 'confirm', string>

/** The fields of a new account; a password has at least `shortest` characters. */
export function createAccountRules(shortest: number) {
  return {
    name: validateFullName,
    email: validateEmail,
    password: (text: string) => validateNewPassword(text, shortest, authText.passwordRequired),
    confirm: (text: string, { password }: NewAccountTexts) => validatePasswordConfirmation(text, password),
  }
}
