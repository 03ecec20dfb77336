import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import type { FormFailure } from '#shared/web/validated-form.ts'
import { authText } from '../texts-and-limits.ts'

type FormErrorTexts = {
  /** The message for an error response without a message. `lost`: the message when there is no response. */
  refused: string
  lost: string
  /** The message for a successful response with unexpected content; `refused` by default. */
  unexpected?: string
  /** The field that the server's message belongs to, by error code. */
  fields?: Partial<Record<string, string>>
}

/** The emailed link was used, has expired, or is unknown. */
export function isInvalidLink(error: unknown): boolean {
  return isRequestError(error) && error.code === 'INVALID_LINK'
}

/** §8: the server's message if it sent one. If the server could not be reached, a help text is added. */
export function toFormError(
  error: unknown,
  { refused, lost, unexpected = refused, fields = {} }: FormErrorTexts,
): FormFailure {
  if (!isRequestError(error)) return { text: lost, help: authText.checkConnection }
  const { status, code } = error
  return { text: status < 400 ? unexpected : getErrorMessage(error, refused), field: fields[code] }
}
