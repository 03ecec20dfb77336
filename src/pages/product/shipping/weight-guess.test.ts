import { expect, test } from 'vitest'
import { guessItemWeight } from './weight-guess.ts'

test('a weight that is guessed is called a guess', () => {
  expect(guessItemWeight('Classic denim jacket')).toEqual({
    grams: 1100,
    words: '1,100 g is our own guess, by its name. Nobody has told us what it weighs.',
  })
})

test('a name that says nothing gives no guess', () => {
  expect(guessItemWeight('Taobao item 652874751412')).toBeUndefined()
})
