import { expect, test } from 'vitest'
import { guessItemEstimate } from './item-estimate.ts'

test('an item is estimated as it is listed, with the category of its name', () => {
  expect(guessItemEstimate('Low court sneaker', { weight: 860, dimensions: '33x21x12' })).toEqual({
    search: { weight: '860', length: '33', width: '21', height: '12', features: '201' },
    words: 'Category guessed from the title. Listed as 860 g, 33 x 21 x 12 cm.',
  })
})

test('a weight is guessed where it is not listed, and called a guess', () => {
  const { search, words } = guessItemEstimate('Classic denim jacket', null)
  expect(search).toMatchObject({ weight: '1100', features: '104' })
  expect(words).toBe(
    "Category guessed from the title. We don't know its weight or size yet. We use 1,100 g, typical for its kind.",
  )
})

test('a name that says nothing gives no guess', () => {
  const { search, words } = guessItemEstimate('Taobao item 652874751412', null)
  expect(search).toMatchObject({ weight: undefined, features: undefined })
  expect(words).toBe("We don't know its weight or size yet.")
})
