import { isRequestError, messageOf } from '#shared/failure.ts'
import type { Failure } from '#shared/web/validated-form.ts'
import { authText } from '../spec.ts'

type Sentences = {
  /** The screen's own, for an answer that says nothing and for none at all. */
  refused: string
  lost: string
  /** For an answer that is neither a success nor a refusal; `refused` where there is none. */
  unexpected?: string
  /** Which field the server's sentence is about, by its code. */
  fields?: Partial<Record<string, string>>
}

/** The mailed link was used, is too old, or never was one. */
export function isInvalidLink(error: unknown): boolean {
  return isRequestError(error) && error.code === 'INVALID_LINK'
}

/** §8: the server's sentence where it gave one; our own line says what to do when it could not be reached. */
export function toFormError(
  error: unknown,
  { refused, lost, unexpected = refused, fields = {} }: Sentences,
): Failure {
  if (!isRequestError(error)) return { text: lost, help: authText.checkConnection }
  const { status, code } = error
  return { text: status < 400 ? unexpected : messageOf(error, refused), field: fields[code] }
}
