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

const findQuestion = (
  coverage: RateCardComparison['coverage'],
  failedChecks: RateCardComparison['failedChecks'] = [],
) =>
  findActivationQuestion(
    { card: summary, against: { ...summary, id: 'old' }, coverage, failedChecks },
    (code) => names[code] ?? code,
  )

describe('findActivationQuestion', () => {
  it('no question is asked when shoppers lose nothing', () => {
    expect(findQuestion(nothing)).toBeUndefined()
    expect(
      findQuestion({ lines: { ...nothing.lines, new: ['Sea'] }, countries: { gone: [], new: ['IT'] } }),
    ).toBe(undefined)
  })

  it('the question lists removed and added lines and countries', () => {
    const lines = { gone: ['A', 'B', 'C', 'D', 'E', 'F'], new: ['Air, general goods'], shrunk: [] }
    expect(findQuestion({ lines, countries: { gone: ['DE', 'IT'], new: ['PL'] } })).toEqual({
      title: 'Activate new?',
      text: 'Shoppers lose 6 lines: A, B, C, D, E and 1 more. Nothing will ship to 2 countries: Germany, Italy. They get 1 new line: Air, general goods. Shipping starts to 1 country: PL.',
      help: 'You can reactivate old later.',
      confirm: 'Yes, activate',
      kind: 'warning',
    })
  })

  it('the question lists a line that serves fewer countries', () => {
    expect(findQuestion({ ...nothing, lines: { ...nothing.lines, shrunk: ['EMS'] } })?.text).toBe(
      'Fewer countries on 1 line: EMS.',
    )
  })

  it('the question mentions failed checks first', () => {
    expect(findQuestion(nothing, [failedCheck])).toMatchObject({
      title: 'Are you sure?',
      text: "1 of the card's own checks failed.",
      confirm: 'Activate anyway',
    })
    const gone = { ...nothing, lines: { ...nothing.lines, gone: ['EMS'] } }
    expect(findQuestion(gone, [failedCheck])?.text).toBe(
      "1 of the card's own checks failed. Shoppers lose 1 line: EMS.",
    )
  })
})
