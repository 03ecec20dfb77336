import { refreshGraceMs } from './spec.ts'

export type RefreshTokenState = {
  replacedAt: Date | null
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

export function evaluateRefreshToken(
  { replacedAt, voidedAt, isSuccessorUsed }: RefreshTokenState,
  now: Date,
): RefreshDecision {
  if (voidedAt || isSuccessorUsed) return 'reused'
  if (!replacedAt) return 'rotate'
  return now.getTime() - replacedAt.getTime() <= refreshGraceMs ? 'access' : 'rotate-afresh'
}
