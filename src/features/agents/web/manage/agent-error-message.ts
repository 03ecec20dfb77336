import { isRequestError, messageOf } from '#shared/failure.ts'
import { agentText } from '../../spec.ts'

/** §8: the server's sentence where it gave one; an answer that is neither success nor refusal has its own. */
export function getAgentErrorMessage(error: unknown, fallback: string): string {
  const isOddAnswer = isRequestError(error) && error.status < 400
  return isOddAnswer ? agentText.noResponse : messageOf(error, fallback)
}
