import { expect, test } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

test('expires an entry after its ttl, which starts again when the entry is set again', () => {
  let now = 1
  const cache = createBoundedCache<string>(10, { ttl: 100, clock: () => now })
  cache.set('a', 'first')
  now += 100
  expect(cache.get('a')).toBe('first')
  cache.set('a', 'second')
  now += 100
  expect(cache.get('a')).toBe('second')
  now += 1
  expect([cache.get('a'), cache.size]).toEqual([undefined, 0])
})

test('evicts unused entries under a flood and never exceeds the bound', () => {
  const cache = createBoundedCache<number>(100)
  cache.set('used', 1)
  for (let i = 0; i < 10_000; i += 1) {
    cache.set(`key${i}`, i)
    cache.get('used')
  }
  expect([cache.size, cache.get('key9900'), cache.get('key9901'), cache.get('used')]).toEqual([
    100,
    undefined,
    9901,
    1,
  ])
})
