import { expect, test } from 'vitest'
import { countTurns } from '#test/count-turns.ts'
import { createLinkTexts } from './link-texts.ts'

test('yields to other requests while it parses a long list', async () => {
  const { readAll } = createLinkTexts({})
  const texts = Array.from({ length: 20 }, () => 'm.tb.cn '.repeat(255))
  expect(await countTurns(() => readAll(texts))).toBeGreaterThan(15)
})
