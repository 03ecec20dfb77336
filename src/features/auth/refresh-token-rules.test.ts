import { describe, expect, test } from 'vitest'
import { evaluateRefreshToken, type RefreshDecision } from './refresh-token-rules.ts'

const voidedAt = new Date('2026-11-21T12:00:00Z')

describe('a received refresh token', () => {
  test.each<[string, Parameters<typeof evaluateRefreshToken>[0], RefreshDecision]>([
    ['for the first time', { replacedMsAgo: null, voidedAt: null, isSuccessorUsed: false }, 'rotate'],
    ['at once again', { replacedMsAgo: 0, voidedAt: null, isSuccessorUsed: false }, 'access'],
    ['within ten seconds', { replacedMsAgo: 10_000, voidedAt: null, isSuccessorUsed: false }, 'access'],
    ['later', { replacedMsAgo: 10_001, voidedAt: null, isSuccessorUsed: false }, 'rotate-afresh'],
    ['days later', { replacedMsAgo: 800_000_000, voidedAt: null, isSuccessorUsed: false }, 'rotate-afresh'],
    ['beside its used successor', { replacedMsAgo: 1000, voidedAt: null, isSuccessorUsed: true }, 'reused'],
    ['after its used successor', { replacedMsAgo: 60_000, voidedAt: null, isSuccessorUsed: true }, 'reused'],
    ['though it was voided', { replacedMsAgo: null, voidedAt, isSuccessorUsed: false }, 'reused'],
  ])('%s', (_when, state, decision) => {
    expect(evaluateRefreshToken(state)).toBe(decision)
  })
})
