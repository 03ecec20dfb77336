import { describe, expect, test } from 'vitest'
import { findContact } from './check-text.ts'
import { readingText } from './texts-and-limits.ts'

describe('texts that a member hands over', () => {
  test.each([
    '加绒加厚连帽卫衣宽松纯色男女同款',
    'Nike Dunk Low 2024新款 DD1391-100',
    'Jean brut 13.5 oz, taille 40-46',
    'iPhone 15 Pro Max 256GB 手机壳',
    'QQ糖 50g',
    '18k gold plated, 45 cm + 5 cm',
    'Koszulka 100% bawełna, rozm. 3XL',
    '型号 13912345',
    'Nike Air Max 1.0, size M.L, 2024.11.28',
    '码数 36 37 38 39 40 41',
    'V领 T恤 weixin green, ins风',
    'Écharpe 100 % laine ❤️',
  ])('may be %s', (text) => {
    expect(findContact(text)).toBeUndefined()
  })

  test.each([
    ['https://a.example/x', readingText.link],
    ['HTTPS：//a.example', readingText.link],
    ['see www.shop', readingText.link],
    ['cheap at replicas.shop now', readingText.link],
    ['ａｂｃ．ｃｏｍ', readingText.link],
    ['shop。com', readingText.link],
    ['discord.gg/abc', readingText.link],
    ['hxxp ://a.example', readingText.link],
    ['rep\u200blicas.sh\u2060op', readingText.link],
    ['mail me@x.example', readingText.contact],
    ['call 13912345678', readingText.contact],
    ['139 1234 5678', readingText.contact],
    ['+49 170 1234567', readingText.contact],
    ['加微信: abc12345', readingText.contact],
    ['WhatsApp 0049170123', readingText.contact],
    ['telegram @seller99', readingText.contact],
    ['vx88812345', readingText.contact],
    ['v信abc123', readingText.contact],
    ['薇❤️信 abc123', readingText.contact],
    ['V：abc12345', readingText.contact],
    ['QQ群123456789', readingText.contact],
    ['扣扣123456', readingText.contact],
    ['0049 170 1234567', readingText.contact],
    ['1-3-8-0-0-1-3-8-0-0-0', readingText.contact],
    ['139\u200b1234\u200b5678', readingText.contact],
    ['①③⑨12345678', readingText.contact],
    ['Chopmark Official Support', readingText.siteName],
    ['ＣＨＯＰ\u200bmark team', readingText.siteName],
  ])('may not be %s', (text, reason) => {
    expect(findContact(text)).toBe(reason)
  })
})
