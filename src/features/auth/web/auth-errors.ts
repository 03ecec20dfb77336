import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import type { FormFailure } from '#shared/web/validated-form.ts'
import { authText } from '../texts-and-limits.ts'

type FormErrorTexts = {
  /** The screen's own message, for a failure without one and for no response. */
  refused: string
  lost: string
  /** For an unexpected response; `refused` where there is none. */
  unexpected?: string
  /** Which field the server's message is about, by its code. */
  fields?: Partial<Record<string, string>>
}

/** The emailed link was used, has expired, or is unknown. */
export function isInvalidLink(error: unknown): boolean {
  return isRequestError(error) && error.code === 'INVALID_LINK'
}

/** §8: the server's message if it sent one; our own line helps when it could not be reached. */
export function toFormError(
  error: unknown,
  { refused, lost, unexpected = refused, fields = {} }: FormErrorTexts,
): FormFailure {
  if (!isRequestError(error)) return { text: lost, help: authText.checkConnection }
  const { status, code } = error
  return { text: status < 400 ? unexpected : getErrorMessage(error, refused), field: fields[code] }
}
