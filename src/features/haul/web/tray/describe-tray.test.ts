import { expect, test } from 'vitest'
import { describeTrayTip } from './describe-tray.ts'

const result = {
  plan: { isExact: true, single: null, split: [], leftOut: [], lines: { all: 1, inTime: 1 } },
  currency: { code: 'CNY', name: 'yuan', symbol: '¥', digits: 2 },
  charged: 'CNY',
  goods: 0,
}

test.each([
  [1397, 'a T-shirt (250 g) adds ¥13.97'],
  [0, 'a T-shirt (250 g) adds nothing'],
  [null, ''],
])('names the weight of the T-shirt when it adds %s fen', (split, tip) => {
  expect(describeTrayTip(result, [{ name: 'T-shirt', grams: 250, single: split, split }])).toBe(tip)
})
