import { expect, test } from 'vitest'
import { linksPerRequest } from '../spec.ts'
import { createLinkTexts } from './link-texts.ts'

test('a list that is read as slowly as can be leaves everybody else their turns', async () => {
  const texts = Array.from({ length: linksPerRequest }, () => 'm.tb.cn '.repeat(255))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const links = await createLinkTexts(undefined).readAll(texts)
  isOver = true
  expect(links).toHaveLength(linksPerRequest)
  expect(turns).toBeGreaterThan(3)
})
