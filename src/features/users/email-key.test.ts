import { expect, test } from 'vitest'
import { getEmailKey } from './email-key.ts'

test.each([
  ['Ann.Lee@Example.COM', 'ann.lee@example.com'],
  ['  ann+agent@example.com ', 'ann+agent@example.com'],
])('%j is the account %s', (email, key) => {
  expect(getEmailKey(email)).toBe(key)
})
