import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { manageAgentText } from '../../manage-texts.ts'

/** §8: the server's message if it sent one; a fixed text for an unexpected response. */
export function getAgentErrorMessage(error: unknown, fallback: string): string {
  const isUnexpectedResponse = isRequestError(error) && error.status < 400
  return isUnexpectedResponse ? manageAgentText.noResponse : getErrorMessage(error, fallback)
}
