import type { Limit } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import type { Limits } from '#shared/server/limits.ts'

type Counted = { who: string; limit: Limit; sentence: string }

/** Counts one attempt; whoever comes too often is told so in the words of the screen. */
export async function countIn(
  limits: Pick<Limits, 'count'>,
  rule: string,
  { who, limit, sentence }: Counted,
): Promise<void> {
  try {
    await limits.count(rule, who, limit)
  } catch (error) {
    if (isRequestError(error) && error.status === 429) error.message = sentence
    throw error
  }
}
