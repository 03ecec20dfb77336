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
  ])('may be %s', (text) => {
    expect(findContact(text)).toBeUndefined()
  })

  test.each([
    ['https://a.example/x', readingText.link],
    ['HTTPS：//a.example', readingText.link],
    ['see www.shop', readingText.link],
    ['cheap at replicas.shop now', readingText.link],
    ['ａｂｃ．ｃｏｍ', readingText.link],
    ['mail me@x.example', readingText.contact],
    ['call 13912345678', readingText.contact],
    ['139 1234 5678', readingText.contact],
    ['+49 170 1234567', readingText.contact],
    ['加微信: abc12345', readingText.contact],
    ['WhatsApp 0049170123', readingText.contact],
    ['telegram @seller99', readingText.contact],
    ['vx88812345', readingText.contact],
  ])('may not be %s', (text, reason) => {
    expect(findContact(text)).toBe(reason)
  })
})
