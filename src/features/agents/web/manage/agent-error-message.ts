import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { manageAgentText } from '../../manage-spec.ts'

/** §8: the server's message if it sent one; an unexpected response has its own. */
export function getAgentErrorMessage(error: unknown, fallback: string): string {
  const isOddAnswer = isRequestError(error) && error.status < 400
  return isOddAnswer ? manageAgentText.noResponse : getErrorMessage(error, fallback)
}
