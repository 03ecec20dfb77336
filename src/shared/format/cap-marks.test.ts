import { expect, test } from 'vitest'
import { capMarks } from './cap-marks.ts'

const heap = '\u0335\u0315\u0356\u0325\u0359\u0345'.repeat(40)

test('a letter keeps four of its marks', () => {
  expect(capMarks(`Z${heap}algo`)).toBe('Z\u0335\u0315\u0356\u0325algo')
})

test.each(['Crème brûlée', 'Việt Nam', 'e\u0323\u0302', 'שָׁלוֹם', 'ที่นี้', 'हिन्दी'])(
  '%s stays as it is',
  (text) => {
    expect(capMarks(text)).toBe(text)
  },
)
