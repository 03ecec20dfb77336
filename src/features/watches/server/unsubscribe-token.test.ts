import { expect, test } from 'vitest'
import { createUnsubscribeTokens } from './unsubscribe-token.ts'

const tokens = createUnsubscribeTokens('a secret of this site')
const userId = '0198a000-0000-7000-8000-000000000001'
const item = { shopType: 'ali_1688', itemId: '652874751412' } as const

test('a token returns its content, and is unreadable without the site’s secret', () => {
  const [itemToken, allToken] = [tokens.seal({ userId, item }), tokens.seal({ userId })]
  expect(tokens.open(itemToken)).toEqual({ userId, item })
  expect(tokens.open(allToken)).toEqual({ userId })
  expect(tokens.seal({ userId, item })).toBe(itemToken)
  for (const token of [itemToken, allToken]) {
    expect(token).toMatch(/^[\w-]{60,120}$/)
    const bytes = Buffer.from(token, 'base64url').toString('latin1')
    for (const content of ['0198', '1688', item.itemId.slice(0, 4)]) expect(bytes).not.toContain(content)
  }
})

test('rejects a token with one changed bit or a missing end', () => {
  const token = tokens.seal({ userId, item })
  const bytes = Buffer.from(token, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes)
    forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(tokens.open(forged.toString('base64url'))).toBeUndefined()
  }
  for (let length = 0; length < token.length; length += 1) {
    expect(tokens.open(token.slice(0, length))).toBeUndefined()
  }
})

test.each(['', ' ', 'not-a-token', '.', '💩', '='.repeat(60), 'A'.repeat(80)])('rejects %j', (text) => {
  expect(tokens.open(text)).toBeUndefined()
})

test('rejects another text for the bytes of a token, and a token of another site', () => {
  const token = tokens.seal({ userId, item })
  expect(tokens.open(`${token}=`)).toBeUndefined()
  expect(tokens.open(` ${token}`)).toBeUndefined()
  expect(tokens.open(`${token}!`)).toBeUndefined()
  expect(createUnsubscribeTokens('another secret').open(token)).toBeUndefined()
})
