import { expect, test } from 'vitest'
import { computeParcelDrawing, formatDimensions, formatWeight, parseDimensions } from './dimensions.ts'

test.each([
  ['4.5x4.5x1', { length: 4.5, width: 4.5, height: 1 }],
  ['34X22×12', { length: 34, width: 22, height: 12 }],
  ['34 * 22 * 12', { length: 34, width: 22, height: 12 }],
])('parses %s', (text, parcel) => {
  expect(parseDimensions(text)).toEqual(parcel)
})

test.each([null, undefined, '', '34x22', '34x22x12x3', '0x22x12', 'ax2x3', '1e9x2x3', '-1x2x3'])(
  'returns undefined for %j',
  (text) => {
    expect(parseDimensions(text)).toBeUndefined()
  },
)

test('formats dimensions and weights', () => {
  expect(formatDimensions({ length: 34, width: 22, height: 4.5 })).toBe('34 x 22 x 4.5 cm')
  expect([45, 1240, 30_000, 1_000_000].map(formatWeight)).toEqual([
    '45 g',
    '1,240 g',
    '30,000 g',
    '1,000,000 g',
  ])
})

test('draws all objects at 4 units per cm on one baseline', () => {
  const { sheet, phone, front, baseline } = computeParcelDrawing({ length: 34, width: 22, height: 12 })
  expect([sheet.width, sheet.height, front.width, front.height]).toEqual([84, 118.8, 136, 48])
  for (const { y, height } of [sheet, phone, front]) expect(y + height).toBeCloseTo(baseline)
})

test.each([
  { length: 3, width: 2, height: 1 },
  { length: 120, width: 80, height: 150 },
])('keeps a parcel of $length cm inside the drawing', (parcel) => {
  const { width, front, depth } = computeParcelDrawing(parcel)
  expect(front.x + front.width + depth).toBeLessThanOrEqual(width)
  expect(front.y - depth).toBeGreaterThanOrEqual(0)
})
