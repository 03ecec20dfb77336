import { expect, test } from 'vitest'
import { buildTrackingUrl } from './tracking.ts'

const site = 'https://track.example/en#nums='

test.each([
  ['LX004471926CN', 'https://track.example/en#nums=LX004471926CN'],
  [' LX 004 471 926 CN ', 'https://track.example/en#nums=LX004471926CN'],
  ['12345', 'https://track.example/en#nums=12345'],
  ['1Z-999-AA1', 'https://track.example/en#nums=1Z-999-AA1'],
  ['A'.repeat(40), `https://track.example/en#nums=${'A'.repeat(40)}`],
])('builds a tracking URL for %j', (typed, address) => {
  expect(buildTrackingUrl(site, typed)).toBe(address)
})

test.each([
  '',
  '   ',
  '1234',
  'A'.repeat(41),
  'javascript:alert(1)',
  '../../12345',
  'LX004&x=1',
  'ＬＸ００４４７',
])('rejects the tracking number %j', (typed) => {
  expect(buildTrackingUrl(site, typed)).toBeUndefined()
})
