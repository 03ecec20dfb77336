import { isRequestError } from '#shared/failure.ts'
import type { Failure } from '#shared/web/checked-form.ts'
import { authText } from '../spec.ts'

type Sentences = {
  /** The screen's own, for an answer that says nothing and for none at all. */
  refused: string
  lost: string
  /** Which field the server's sentence is about, by its code. */
  fields?: Partial<Record<string, string>>
}

/** §8: the server's sentence where it gave one; our own line says what to do when it could not be reached. */
export function failureOf(error: unknown, { refused, lost, fields = {} }: Sentences): Failure {
  if (isRequestError(error)) return { text: error.message || refused, field: fields[error.code] }
  return { text: lost, help: authText.checkConnection }
}
