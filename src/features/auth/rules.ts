import { refreshGraceMs } from './spec.ts'

export type RefreshTokenState = {
  replacedAt: Date | null
  voidedAt: Date | null
  /** The token that took its place has itself been used. */
  isSuccessorUsed: boolean
}

/**
 * What a refresh token that came in means. `rotate`: the usual use. `access`: another tab sent it too, it gets access
 * and no new cookie. `rotate-afresh`: the answer with its successor was lost. `reused`: two parties hold this family.
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
