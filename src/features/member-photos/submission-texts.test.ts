import { expect, test } from 'vitest'
import { describeRetention } from './submission-texts.ts'

test('describes a retention of 60 days for a pending submission', () => {
  expect(describeRetention('2026-11-22T23:59:59.000Z')).toBe('kept until 21 Jan 2027')
})
