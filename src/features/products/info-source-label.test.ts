import { expect, test } from 'vitest'
import { formatInfoSource } from './info-source-label.ts'

test('formats the label of a source for admins', () => {
  expect(formatInfoSource('item page')).toBe('Source: item page')
  expect(formatInfoSource(null)).toBeUndefined()
})
