import { expect, test } from 'vitest'
import { guessOf } from './weight-guess.ts'

test('a weight that is guessed is called a guess', () => {
  expect(guessOf('Classic denim jacket')).toEqual({
    grams: 1100,
    words: '1,100 g is our own guess, by its name. Nobody has told us what it weighs.',
  })
})

test('a name that says nothing gives no guess', () => {
  expect(guessOf('Taobao item 652874751412')).toBeUndefined()
})
