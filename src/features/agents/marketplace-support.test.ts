import { expect, test } from 'vitest'
import { supportsMarketplace } from './marketplace-support.ts'

const to = { taobao: 'https://agent.example/?id={id}', weidian: '', ali_1688: 'javascript:alert({id})' }

test.each([
  ['taobao', true],
  ['weidian', false],
  ['ali_1688', false],
] as const)('an agent buys on %s only with a usable template: %s', (shopType, isSupported) => {
  expect(supportsMarketplace({ to }, shopType)).toBe(isSupported)
})
