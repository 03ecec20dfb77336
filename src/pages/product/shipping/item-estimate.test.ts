import { expect, test } from 'vitest'
import { guessItemEstimate } from './item-estimate.ts'

test('uses the listed measurements and the category guessed from the name', () => {
  expect(guessItemEstimate('Low court sneaker', { weight: 860, dimensions: '33x21x12' })).toEqual({
    search: { weight: '860', length: '33', width: '21', height: '12', features: '201' },
    description: 'Category guessed from the title. Listed as 860 g, 33 x 21 x 12 cm.',
  })
})

test('uses the typical weight of the category when the weight is unknown, and says so', () => {
  const { search, description } = guessItemEstimate('Classic denim jacket', null)
  expect(search).toMatchObject({ weight: '1100', features: '104' })
  expect(description).toBe(
    "Category guessed from the title. We don't know its weight or size yet. We use 1,100 g, typical for its kind.",
  )
})

test('guesses nothing from a name without a category', () => {
  const { search, description } = guessItemEstimate('Taobao item 652874751412', null)
  expect(search).toMatchObject({ weight: undefined, features: undefined })
  expect(description).toBe("We don't know its weight or size yet.")
})
