import { expect, test } from 'vitest'
import {
  type Alignment,
  addToAlignment,
  followHold,
  type Hold,
  roundAlignment,
  unaligned,
} from './alignment.ts'

const point = (x: number, y: number) => ({ x, y })

test.for<[string, Alignment, Hold, Hold, Alignment]>([
  [
    'one finger moves the photo',
    unaligned,
    [point(3, 4)],
    [point(13, -6)],
    { x: 10, y: -10, scale: 100, rotationDegrees: 0 },
  ],
  [
    'two fingers moving apart enlarge the photo',
    unaligned,
    [point(-10, 0), point(10, 0)],
    [point(-15, 0), point(15, 0)],
    { ...unaligned, scale: 150 },
  ],
  [
    'two fingers moving in a circle rotate the photo',
    unaligned,
    [point(-10, 0), point(10, 0)],
    [point(0, -10), point(0, 10)],
    { ...unaligned, rotationDegrees: 90 },
  ],
  [
    'the points under the fingers stay under them',
    { ...unaligned, x: 20 },
    [point(0, 0), point(20, 0)],
    [point(0, 0), point(40, 0)],
    { x: 40, y: 0, scale: 200, rotationDegrees: 0 },
  ],
  [
    'the photo moves at most to the limit',
    unaligned,
    [point(0, 0)],
    [point(500, 0)],
    { ...unaligned, x: 100 },
  ],
  [
    'the photo grows at most to the limit',
    unaligned,
    [point(-1, 0), point(1, 0)],
    [point(-50, 0), point(50, 0)],
    { ...unaligned, scale: 400 },
  ],
])('followHold: %s', ([, before, from, to, after]) => {
  expect(roundAlignment(followHold(before, from, to))).toEqual(after)
})

test('addToAlignment rounds to tenths, stays within the limits and wraps the rotation', () => {
  expect(
    addToAlignment(
      { x: 0.44, y: 100, scale: 25, rotationDegrees: 180 },
      { x: -1, y: 1, scale: -1, rotationDegrees: 1 },
    ),
  ).toEqual({
    x: -0.6,
    y: 100,
    scale: 25,
    rotationDegrees: -179,
  })
})
