import { describe, expect, test } from 'vitest'
import { computeRuler, formatRulerWeight } from './haul-ruler.ts'

describe('computeRuler', () => {
  test('is true to scale', () => {
    const ruler = computeRuler(4760, 5000, 680)
    expect(ruler.end).toBe(6500)
    expect(ruler.pin).toBe(497)
    expect(ruler.step).toBe(522)
    expect(ruler.long.map(({ label }) => label)).toEqual([
      '0',
      '1 kg',
      '2 kg',
      '3 kg',
      '4 kg',
      '5 kg',
      '6 kg',
    ])
    expect(ruler.long.map(({ x }) => x)).toEqual([2, 106, 210, 314, 418, 522, 626])
    expect(ruler.middle).toEqual([54, 158, 262, 366, 470, 574, 678])
  })

  test.each([1, 240, 999, 1000, 7300, 28_000, 99_999, 1_000_000])(
    'has room for %i g and its labels',
    (grams) => {
      const ruler = computeRuler(grams, null, 310)
      expect(ruler.step).toBeNull()
      expect(ruler.pin).toBeGreaterThanOrEqual(2)
      expect(ruler.pin).toBeLessThan(308)
      expect(ruler.long.length).toBeLessThanOrEqual(8)
      for (const x of [...ruler.short, ...ruler.middle, ...ruler.long.map((tick) => tick.x)]) {
        expect(x).toBeLessThanOrEqual(308)
      }
    },
  )

  test('reaches beyond the next step however far it is', () => {
    const { step, pin } = computeRuler(100, 5000, 680)
    expect(step).toBeGreaterThan(pin)
    expect(step).toBeLessThan(678)
  })
})

test.each([
  [0, '0'],
  [200, '200 g'],
  [1000, '1 kg'],
  [1500, '1.5 kg'],
])('%i g are labelled %s', (grams, label) => {
  expect(formatRulerWeight(grams)).toBe(label)
})
