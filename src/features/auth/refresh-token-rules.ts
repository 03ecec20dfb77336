import { refreshGraceMs } from './texts-and-limits.ts'

export type RefreshTokenState = {
  /** Time since it was replaced, in ms by the database's clock; null when it was not. */
  replacedMsAgo: number | null
  voidedAt: Date | null
  /** The token that replaced it has itself been used. */
  isSuccessorUsed: boolean
}

/**
 * What to do with a received refresh token. `rotate`: the usual use. `access`: another tab sent it too, and
 * gets access without a new cookie. `rotate-afresh`: the response with its successor was lost. `reused`: two
 * parties use tokens of this session.
 */
export type RefreshDecision = 'rotate' | 'access' | 'rotate-afresh' | 'reused'

/** Decides what to do with a received refresh token. */
export function evaluateRefreshToken({
  replacedMsAgo,
  voidedAt,
  isSuccessorUsed,
}: RefreshTokenState): RefreshDecision {
  if (voidedAt || isSuccessorUsed) return 'reused'
  if (replacedMsAgo === null) return 'rotate'
  return replacedMsAgo <= refreshGraceMs ? 'access' : 'rotate-afresh'
}
