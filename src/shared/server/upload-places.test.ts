import { expect, test } from 'vitest'
import { createPlaces } from './upload-places.ts'

/** Who has begun, in order; `end` ends what a caller asked for, by the name it was given. */
function stage(heldAtOnce: number) {
  const places = createPlaces({ heldAtOnce, heldByOne: 2, waiting: 4, waitingOfOne: 3 })
  const ends = new Map<string, () => void>()
  const begun: string[] = []
  const refused: [string, number][] = []
  return {
    begun,
    refused,
    /** A call named by its account and a number. */
    async ask(name: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      places.take(name.charAt(0), promise).then(
        () => begun.push(name),
        ({ status }) => refused.push([name, status]),
      )
      await new Promise(setImmediate)
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('an account gets two places, and the next when one of them is free', async () => {
  const { ask, end, begun } = stage(4)
  for (const name of ['a1', 'a2', 'a3']) await ask(name)
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

test('a free place goes to whoever holds fewest, and then in turns', async () => {
  const { ask, end, begun } = stage(2)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await ask(name)
  for (const name of ['a1', 'a2', 'b1', 'a3', 'c1']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2'])
})

test('who goes while waiting leaves its turn to others', async () => {
  const { ask, end, begun, refused } = stage(1)
  for (const name of ['a1', 'b1', 'c1']) await ask(name)
  await end('b1')
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
  expect(refused).toEqual([['b1', 400]])
})

test('an account that waits too often is refused, and everybody when too many wait', async () => {
  const { ask, refused } = stage(1)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']) await ask(name)
  expect(refused).toEqual([
    ['a5', 429],
    ['c1', 503],
  ])
})
