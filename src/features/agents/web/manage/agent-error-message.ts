import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { agentText } from '../../spec.ts'

/** §8: the server's message if it sent one; an unexpected response has its own. */
export function getAgentErrorMessage(error: unknown, fallback: string): string {
  const isOddAnswer = isRequestError(error) && error.status < 400
  return isOddAnswer ? agentText.noResponse : getErrorMessage(error, fallback)
}
