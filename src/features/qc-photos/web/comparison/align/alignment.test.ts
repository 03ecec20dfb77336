import { expect, test } from 'vitest'
import { type Alignment, follow, type Hold, nudge, roundAlignment, unaligned } from './alignment.ts'

const at = (x: number, y: number) => ({ x, y })

test.for<[string, Alignment, Hold, Hold, Alignment]>([
  ['one finger moves it', unaligned, [at(3, 4)], [at(13, -6)], { x: 10, y: -10, scale: 100, turn: 0 }],
  [
    'two fingers apart size it',
    unaligned,
    [at(-10, 0), at(10, 0)],
    [at(-15, 0), at(15, 0)],
    { ...unaligned, scale: 150 },
  ],
  [
    'two fingers round each other turn it',
    unaligned,
    [at(-10, 0), at(10, 0)],
    [at(0, -10), at(0, 10)],
    { ...unaligned, turn: 90 },
  ],
  [
    'what lies under the fingers stays there',
    { ...unaligned, x: 20 },
    [at(0, 0), at(20, 0)],
    [at(0, 0), at(40, 0)],
    { x: 40, y: 0, scale: 200, turn: 0 },
  ],
  ['no further than it may', unaligned, [at(0, 0)], [at(500, 0)], { ...unaligned, x: 100 }],
  [
    'no larger than it may',
    unaligned,
    [at(-1, 0), at(1, 0)],
    [at(-50, 0), at(50, 0)],
    { ...unaligned, scale: 400 },
  ],
])('%s', ([, before, from, to, after]) => {
  expect(roundAlignment(follow(before, from, to))).toEqual(after)
})

test('keys add to the values, in tenths and within the limits, and turning goes round', () => {
  expect(nudge({ x: 0.44, y: 100, scale: 25, turn: 180 }, { x: -1, y: 1, scale: -1, turn: 1 })).toEqual({
    x: -0.6,
    y: 100,
    scale: 25,
    turn: -179,
  })
})
