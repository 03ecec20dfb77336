import { expect, test } from 'vitest'
import { noFacts } from './read-pasted.ts'
import { describeShown, listParts } from './reading-parts.ts'

const variants = [
  ['Forest', 'Plum', 'Moss'],
  ['S', 'M', 'L', 'XL'],
]

test('lists what was read, as people read it', () => {
  const pictures = ['https://img.alicdn.com/a.jpg', 'https://img.alicdn.com/b.jpg']
  const facts = {
    ...noFacts,
    title: 'Hoodie',
    price: 19.9,
    priceTo: 39.9,
    weightGrams: 720,
    variants,
    pictures,
  }
  expect(
    listParts(facts, [new File([], 'screenshot.png')]).map(({ text, detail }) => [text, detail]),
  ).toEqual([
    ['Hoodie', ''],
    ['¥19.90–39.90', ''],
    ['720 g', ''],
    ['3 options, 4 sizes', 'Forest, Plum, Moss · S, M, L, XL'],
    ['3 pictures', 'from img.alicdn.com'],
  ])
  expect(listParts(noFacts)).toEqual([])
})

test.each([
  [{ title: 'Hoodie' }, 'Title is on the page now.'],
  [{ variants: [['Forest', 'Plum']] }, '2 options are on the page now.'],
  [{ title: 'Hoodie', price: 168, variants }, 'Title, price, 3 options and 4 sizes are on the page now.'],
  [{ pictures: ['https://img.alicdn.com/a.jpg'] }, ''],
])('says what others see at once: %j', (facts, sentence) => {
  expect(describeShown(listParts({ ...noFacts, ...facts }))).toBe(sentence)
})
