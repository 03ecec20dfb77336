import { refreshGraceMs } from './spec.ts'

export type RefreshTokenState = {
  /** Since it was replaced, in ms by the database's clock; null where it was not. */
  replacedMsAgo: number | null
  voidedAt: Date | null
  /** The token that replaced it has itself been used. */
  isSuccessorUsed: boolean
}

/**
 * What a received refresh token means. `rotate`: the usual use. `access`: another tab sent it too, it gets
 * access and no new cookie. `rotate-afresh`: the response with its successor was lost. `reused`: two parties
 * hold this family.
 */
export type RefreshDecision = 'rotate' | 'access' | 'rotate-afresh' | 'reused'

export function evaluateRefreshToken({
  replacedMsAgo,
  voidedAt,
  isSuccessorUsed,
}: RefreshTokenState): RefreshDecision {
  if (voidedAt || isSuccessorUsed) return 'reused'
  if (replacedMsAgo === null) return 'rotate'
  return replacedMsAgo <= refreshGraceMs ? 'access' : 'rotate-afresh'
}
