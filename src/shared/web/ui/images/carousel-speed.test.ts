import { expect, test } from 'vitest'
import { toEmblaDuration } from './carousel-speed.ts'

/** The ms after which a slide has gone 99 % of its way, by the steps of Embla 8.6: friction 0.68, 60 a second. */
function computeArrivalMs(duration: number): number {
  let position = 0
  let speed = 0
  let steps = 0
  for (; Math.abs(1 - position) > 0.01; steps += 1) {
    speed = (speed + (1 - position) / duration) * 0.68
    position += speed
  }
  return (steps * 1000) / 60
}

test('converts 500 ms to 20 units of the library', () => {
  expect(toEmblaDuration(500)).toBe(20)
})

test.each([350, 500, 750, 1000, 2000])('a slide arrives after %i ms', (ms) => {
  expect(Math.abs(computeArrivalMs(toEmblaDuration(ms)) - ms)).toBeLessThan(30)
})
