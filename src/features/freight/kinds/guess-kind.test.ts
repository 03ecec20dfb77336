import { expect, test } from 'vitest'
import { guessKind, maxTitleLength } from './guess-kind.ts'

test.each([
  ['T-shirt with hoodie print', 't-shirt'],
  ['Jersey shorts', 'shorts'],
  ['Watch cap, ribbed', 'beanie'],
  ['Hooded jacket with removable vest', 'jacket'],
  ['Slippers with sock lining', 'slides'],
  ['Box logo hoodie', 'hoodie'],
  ['Hoodie and sweatpants', 'tracksuit'],
  ['Pair of 3 scarves', 'scarf'],
  ['With straw tumbler', 'bottle'],
  ['Beanie with dog print', 'beanie'],
  ['Sudadera gris oversize con capucha', 'hoodie'],
  ['Kurtka zimowa, puchowa', 'jacket'],
  ['Kurtka zimowa puchowa', 'puffer'],
  ['Pullover mit Kapuze', 'hoodie'],
  ['Gilet en maille', 'sweater'],
  ['Calças de ganga', 'jeans'],
  ['简约石英手表真皮表带', 'watch'],
  ['连帽加绒开衫卫衣男', 'hoodie'],
  ['韓版寬鬆連帽衛衣', 'hoodie'],
])('%s is a %s', (title, kind) => {
  expect(guessKind(title)).toBe(kind)
})

test.each([
  'Hoodie for dogs',
  'Dog hoodie',
  'Watch box',
  'Scarf ring',
  'Shoe bag for sneakers',
  'Sneaker print, A3 poster',
  'Beanie and scarf set',
  'Kleiderbügel für Jacken',
  'Hundepullover aus Wolle',
  'Boucles d’oreilles',
  'Housse pour veste',
  'Pasek do zegarka',
  '鞋架',
  '硅胶手表表带',
  '卫衣',
  'Taobao item 652874751412',
  'Laptop sleeve',
  '',
])('%j is of no kind', (title) => {
  expect(guessKind(title)).toBeUndefined()
})

test.each([
  ['case', 'HOODIE OVERSIZED', 'hoodie'],
  ['full width', 'ｈｏｏｄｉｅ　ｏｖｅｒｓｉｚｅｄ', 'hoodie'],
  ['marks', 'SUÉTERES DE LÃ', 'sweater'],
  ['marks written apart', 'Mu\u0308tze aus Wolle', 'beanie'],
  ['signs without a form in ASCII', 'Płaszcz wełniany', 'coat'],
  ['signs of zero width', 'hoo\u200bdie', 'hoodie'],
  ['plurals', 'Hoodies', 'hoodie'],
  ['emoji and batch words', '🔥 [K7 batch] Hoodie 👟', 'hoodie'],
])('%s makes no difference', (_what, title, kind) => {
  expect(guessKind(title)).toBe(kind)
})

test('reads only the beginning of an endless title', () => {
  expect(guessKind(`${'x '.repeat(maxTitleLength)}hoodie`)).toBeUndefined()
  for (const word of ['hoodie ', '卫衣', '((((', 'a-', '\u0301', 'for '])
    expect([undefined, 'hoodie']).toContain(guessKind(word.repeat(200_000)))
})
