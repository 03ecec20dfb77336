import { expect, test } from 'vitest'
import { addAnswers, findAnswers } from './stored-answers.ts'

const hoodie = { shopType: 'taobao', productCode: '990000731204' } as const
const bag = { shopType: 'weidian', productCode: '12' } as const
const none = { kind: null, grams: null, size: null }

test('answers of an item are kept beside its others and those of other items', () => {
  const first = addAnswers(undefined, hoodie, { kind: 'hoodie' })
  const second = addAnswers(first, bag, { kind: 'none' })
  const third = addAnswers(second, hoodie, { grams: 720, size: '38x32x8' })
  expect(findAnswers(third, hoodie)).toEqual({ kind: 'hoodie', grams: 720, size: '38x32x8' })
  expect(findAnswers(third, bag)).toEqual({ ...none, kind: 'none' })
  expect(findAnswers(addAnswers(third, hoodie, { grams: null }), hoodie).grams).toBeNull()
})

test('the answers of 100 items are kept, the newest first', () => {
  let text: string | undefined
  for (let code = 1; code <= 101; code += 1)
    text = addAnswers(text, { shopType: 'taobao', productCode: String(code) }, { kind: 'cap' })
  const kindOf = (productCode: string) => findAnswers(text, { shopType: 'taobao', productCode }).kind
  expect([kindOf('101'), kindOf('2'), kindOf('1')]).toEqual(['cap', 'cap', null])
})

test.each([
  undefined,
  '',
  'weidian/12 rocket - -',
  'weidian/12 - 0 -',
  'weidian/12 - 1000001 -',
  'weidian/12 - 7e2 1x1',
  'weidian/123 hoodie 700 -',
])('the stored text %j says nothing of the item', (text) => {
  expect(findAnswers(text, bag)).toEqual(none)
})
