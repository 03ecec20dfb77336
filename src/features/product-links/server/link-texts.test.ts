import { expect, test } from 'vitest'
import { countTurns } from '#test/count-turns.ts'
import { createLinkTexts } from './link-texts.ts'

test('a long list yields to other requests', async () => {
  const { readAll } = createLinkTexts({})
  const texts = Array.from({ length: 20 }, () => 'm.tb.cn '.repeat(255))
  expect(await countTurns(() => readAll(texts))).toBeGreaterThan(15)
})
