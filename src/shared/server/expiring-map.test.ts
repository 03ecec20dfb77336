import { expect, test } from 'vitest'
import { ExpiringMap } from './expiring-map.ts'

test('an entry lives as long as it was given, and setting it again starts anew', () => {
  let now = 0
  const map = new ExpiringMap<string>(10, () => now)
  map.set('a', 'first', 100)
  now = 99
  expect(map.get('a')).toBe('first')
  map.set('a', 'second', 100)
  now = 198
  expect(map.get('a')).toBe('second')
  now = 199
  expect([map.get('a'), map.size]).toEqual([undefined, 0])
})

test('a flood of entries pushes out the oldest and never exceeds the bound', () => {
  const map = new ExpiringMap<number>(100)
  for (let i = 0; i < 10_000; i += 1) map.set(`key${i}`, i, 1000)
  expect([map.size, map.get('key9899'), map.get('key9900')]).toEqual([100, undefined, 9900])
  map.delete('key9900')
  expect([map.size, map.get('key9900')]).toEqual([99, undefined])
})
