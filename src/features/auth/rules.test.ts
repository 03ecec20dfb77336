import { describe, expect, test } from 'vitest'
import { evaluateRefreshToken, type RefreshDecision } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('a refresh token that comes in', () => {
  test.each<[string, Parameters<typeof evaluateRefreshToken>[0], RefreshDecision]>([
    ['for the first time', { replacedAt: null, voidedAt: null, isSuccessorUsed: false }, 'rotate'],
    ['at once again', { replacedAt: before(0), voidedAt: null, isSuccessorUsed: false }, 'access'],
    ['within ten seconds', { replacedAt: before(10), voidedAt: null, isSuccessorUsed: false }, 'access'],
    ['later', { replacedAt: before(10.001), voidedAt: null, isSuccessorUsed: false }, 'rotate-afresh'],
    ['days later', { replacedAt: before(800_000), voidedAt: null, isSuccessorUsed: false }, 'rotate-afresh'],
    ['beside its used successor', { replacedAt: before(1), voidedAt: null, isSuccessorUsed: true }, 'reused'],
    ['after its used successor', { replacedAt: before(60), voidedAt: null, isSuccessorUsed: true }, 'reused'],
    ['though it was voided', { replacedAt: null, voidedAt: before(1), isSuccessorUsed: false }, 'reused'],
  ])('%s', (_when, state, verdict) => {
    expect(evaluateRefreshToken(state, now)).toBe(verdict)
  })
})
