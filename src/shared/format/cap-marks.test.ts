import { expect, test } from 'vitest'
import { capMarks } from './cap-marks.ts'

const manyMarks = '\u0335\u0315\u0356\u0325\u0359\u0345'.repeat(40)

test('keeps four marks of a letter and drops the rest', () => {
  expect(capMarks(`Z${manyMarks}algo`)).toBe('Z\u0335\u0315\u0356\u0325algo')
})

test.each(['\u200d', '\u200c', '\u2060'])(
  'counts marks with %j between them as marks of one letter',
  (joiner) => {
    expect(capMarks(`e${`\u0301${joiner}`.repeat(40)}nd`)).toBe(`e${`\u0301${joiner}`.repeat(4)}nd`)
  },
)

test.each(['Crème brûlée', 'Việt Nam', 'e\u0323\u0302', 'שָׁלוֹם', 'ที่นี้', 'हिन्दी', '❤️‍🔥', '👩🏽‍🤝‍👨🏻', 'क्‍ष'])(
  'leaves %s unchanged',
  (text) => {
    expect(capMarks(text)).toBe(text)
  },
)
