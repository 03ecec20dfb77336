import { expect, test } from 'vitest'
import { countTurns } from '#test/count-turns.ts'
import { createLinkReader } from './link-reader.ts'

test('yields to other requests while it parses a long list', async () => {
  const { readAll } = createLinkReader({})
  const texts = Array.from({ length: 20 }, () => 'm.tb.cn '.repeat(255))
  expect(await countTurns(() => readAll(texts))).toBeGreaterThan(15)
})
