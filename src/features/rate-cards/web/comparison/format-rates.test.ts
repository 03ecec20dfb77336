import { describe, expect, it } from 'vitest'
import type { RateCardSummary } from '../../contract.ts'
import { toFieldErrorLine } from '../versions/card-import.ts'
import { applyActiveCard } from '../versions/rate-card-list.ts'
import {
  describeVersion,
  formatAmount,
  formatCount,
  formatLineWeight,
  formatShortList,
  formatSizeLimits,
  formatWeightLimits,
} from './format-rates.ts'
import { describeLines, formatDifference, isPriceChanged } from './SampleParcels.tsx'

const card: RateCardSummary = {
  _id: 'default-2026-12',
  id: 'default-2026-12',
  name: 'December',
  currency: 'CNY',
  effectiveFrom: '2026-12-01',
  lines: 20,
  rows: 241,
  countries: 34,
  active: false,
  state: 'draft',
  createdAt: '2026-11-21T09:48:00.000Z',
  createdBy: 'Bo Bench',
  activatedAt: null,
  retiredAt: null,
}
const now = Date.parse('2026-11-21T09:53:00.000Z')

describe('the description of a version', () => {
  it.each<[Partial<RateCardSummary>, string]>([
    [{}, 'from 1 Dec 2026 · 20 lines, 241 rows · added 5 m ago by Bo Bench'],
    [{ createdBy: null, effectiveFrom: null }, '20 lines, 241 rows · added 5 m ago'],
    [
      { createdAt: '2026-11-21T09:52:57.000Z' },
      'from 1 Dec 2026 · 20 lines, 241 rows · added just now by Bo Bench',
    ],
    [
      { state: 'former', activatedAt: '2026-08-15T00:00:00Z', retiredAt: '2026-11-14T00:00:00Z' },
      'active 15 Aug 2026 to 14 Nov 2026 · 20 lines, 241 rows · added 5 m ago by Bo Bench',
    ],
    [
      { state: 'active', createdAt: null, createdBy: null, effectiveFrom: '2026-11-21', lines: 1, rows: 1 },
      'from 21 Nov 2026 · 1 line, 1 row · came with the site',
    ],
    [{ state: 'embedded', createdAt: null, createdBy: null }, 'from 1 Dec 2026 · 20 lines, 241 rows'],
  ])('describes a version with %j', (fields, text) => {
    expect(describeVersion({ ...card, ...fields }, now)).toBe(text)
  })
})

it('marks the activated card as active and the replaced one as former or built-in', () => {
  const rows = applyActiveCard(
    [
      card,
      { ...card, id: 'old', active: true, state: 'active' },
      { ...card, id: 'built-in', createdAt: null, state: 'embedded' },
    ],
    card.id,
  )
  expect(rows.map(({ active, state }) => [active, state])).toEqual([
    [true, 'active'],
    [false, 'former'],
    [false, 'embedded'],
  ])
  const back = applyActiveCard(
    [{ ...card, id: 'built-in', createdAt: null, active: true, state: 'active' }, card],
    card.id,
  )
  expect(back[0]?.state).toBe('embedded')
})

it.each([
  [{ min: 1, max: 30000 }, 'up to 30 kg'],
  [{ min: 500, max: 2500 }, '500 g to 2.5 kg'],
  [{ min: 1000 }, 'from 1 kg'],
  [{}, 'any weight'],
])('formats the weight limits %j as %s', (weight, text) => {
  expect(formatWeightLimits({ weight })).toBe(text)
})

it.each([
  [{ maxSide: 150, maxGirth: 270, text: 'long' }, 'side 150, girth 270 cm'],
  [{ maxSide: null, maxSum: 90 }, 'sum 90 cm'],
  [{ box: [60, 40, 40] }, 'box 60 x 40 x 40 cm'],
  [{}, ''],
])('formats the size limits %j as %j', (dimensions, text) => {
  expect(formatSizeLimits({ dimensions })).toBe(text)
})

it('formats counts, lists, weights and amounts', () => {
  expect([formatCount(1, 'row'), formatCount(1240, 'row'), formatCount(2, 'country', 'countries')]).toEqual([
    '1 row',
    '1,240 rows',
    '2 countries',
  ])
  expect(formatShortList(['Germany', 'France', 'Italy'], 2)).toBe('Germany, France and 1 more')
  expect(formatShortList(['Germany'], 2)).toBe('Germany')
  expect([formatLineWeight(999), formatLineWeight(1500)]).toEqual(['999 g', '1.5 kg'])
  expect(formatAmount(118.2, 'CNY')).toBe('¥118.20')
})

const yuan = { before: 'CNY', after: 'CNY' }
it.each([
  [115.72, 118.2, '+ ¥2.48'],
  [484.2, 471.6, '− ¥12.60'],
  [10, 10, 'as before'],
  [null, 20, 'not carried before'],
  [20, null, ''],
  [null, null, 'as before'],
])('formats the difference between %j and %j as %s', (before, after, text) => {
  const offer = (total: number | null) => (total === null ? null : { lineName: 'EMS', total })
  expect(formatDifference({ before: offer(before), after: offer(after), currencies: yuan })).toBe(text)
})

it.each([
  [155, 155, false],
  [155, 154.99, true],
  [155, null, true],
  [null, 155, false],
])('strikes out the price %j when the new one is %j: %j', (before, after, isChanged) => {
  const offer = (total: number | null) => (total === null ? null : { lineName: 'EMS', total })
  expect(isPriceChanged({ before: offer(before), after: offer(after), currencies: yuan })).toBe(isChanged)
})

it('names the cheapest line of both cards, once when it is the same', () => {
  const [ems, sea] = [
    { lineName: 'EMS', total: 1 },
    { lineName: 'Sea', total: 2 },
  ]
  expect([describeLines(ems, ems), describeLines(ems, sea), describeLines(ems, null)]).toEqual([
    'EMS',
    'Current: EMS · New: Sea',
    'Current: EMS',
  ])
  expect([describeLines(null, sea), describeLines(null, null)]).toEqual(['New: Sea', ''])
})

it("splits the server's message into path and error", () => {
  const field = 'lines[3].rates[0].tiers[1].upTo'
  const path = 'lines[3] (ems), rates[0] (US), tiers[1].upTo'
  expect(toFieldErrorLine({ field, message: `${path}: 5 must be greater than 10.` })).toEqual({
    path,
    text: '5 must be greater than 10.',
  })
  expect(toFieldErrorLine({ field: 'card', message: 'This is missing.' })).toEqual({
    path: 'card',
    text: 'This is missing.',
  })
})
