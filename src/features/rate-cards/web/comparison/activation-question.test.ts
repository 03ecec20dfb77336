import { describe, expect, it } from 'vitest'
import type { RateCardComparison, RateCardSummary } from '../../contract.ts'
import { findActivationQuestion } from './activation-question.ts'

const summary: RateCardSummary = {
  _id: 'new',
  id: 'new',
  name: 'New',
  currency: 'CNY',
  effectiveFrom: null,
  lines: 1,
  rows: 1,
  countries: 1,
  active: false,
  state: 'draft',
  createdAt: null,
  createdBy: null,
  activatedAt: null,
  retiredAt: null,
}
const nothing = { lines: { gone: [], new: [], shrunk: [] }, countries: { gone: [], new: [] } }
const failedCheck = { line: 'ems', countries: ['US'], grams: 1, expected: 1, got: 2, ok: false }
const names: Record<string, string> = { DE: 'Germany', IT: 'Italy' }

const ask = (
  coverage: RateCardComparison['coverage'],
  failedChecks: RateCardComparison['failedChecks'] = [],
) =>
  findActivationQuestion(
    { card: summary, against: { ...summary, id: 'old' }, coverage, failedChecks },
    (code) => names[code] ?? code,
  )

describe('before a card is activated', () => {
  it('nothing is asked where shoppers lose nothing', () => {
    expect(ask(nothing)).toBeUndefined()
    expect(ask({ lines: { ...nothing.lines, new: ['Sea'] }, countries: { gone: [], new: ['IT'] } })).toBe(
      undefined,
    )
  })

  it('lines and countries that go are named, and what comes', () => {
    const lines = { gone: ['A', 'B', 'C', 'D', 'E', 'F'], new: ['Air, general goods'], shrunk: [] }
    expect(ask({ lines, countries: { gone: ['DE', 'IT'], new: ['PL'] } })).toEqual({
      title: 'Activate new?',
      text: 'Shoppers lose 6 lines: A, B, C, D, E and 1 more. Nothing will ship to 2 countries: Germany, Italy. They get 1 new line: Air, general goods. Shipping starts to 1 country: PL.',
      help: 'You can reactivate old later.',
      confirm: 'Yes, activate',
      kind: 'warning',
    })
  })

  it('a line that stays for fewer countries is a loss', () => {
    expect(ask({ ...nothing, lines: { ...nothing.lines, shrunk: ['EMS'] } })?.text).toBe(
      'Fewer countries on 1 line: EMS.',
    )
  })

  it('failed checks are named first, in the same question', () => {
    expect(ask(nothing, [failedCheck])).toMatchObject({
      title: 'Are you sure?',
      text: "1 of the card's own checks failed.",
      confirm: 'Activate anyway',
    })
    const gone = { ...nothing, lines: { ...nothing.lines, gone: ['EMS'] } }
    expect(ask(gone, [failedCheck])?.text).toBe(
      "1 of the card's own checks failed. Shoppers lose 1 line: EMS.",
    )
  })
})
