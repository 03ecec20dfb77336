import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'

test.each([
  ['Low court sneaker', undefined],
  ['复古低帮板鞋', 'zh'],
  ['Navy 藏青', 'zh'],
  ['100 % cotton · 5–6 cm', undefined],
  ['', undefined],
])('detects the language of %j as %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language)
})
