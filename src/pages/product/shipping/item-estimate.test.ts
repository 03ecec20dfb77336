import { expect, test } from 'vitest'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import { guessItemEstimate } from './item-estimate.ts'

test('uses the listed measurements and the category of the kind', () => {
  const kind = getItemKind('Low court sneaker')
  expect(guessItemEstimate(kind, { weight: 860, dimensions: '33x21x12' })).toEqual({
    search: { weight: '860', length: '33', width: '21', height: '12', features: '201' },
    description: 'Category guessed from the title. Listed as 860 g, 33 x 21 x 12 cm.',
  })
})

test('uses the typical weight of the kind when the weight is unknown, and says so', () => {
  const { search, description } = guessItemEstimate(getItemKind('Classic denim jacket'), null)
  expect(search).toMatchObject({ weight: '740', features: '104' })
  expect(description).toBe(
    "Category guessed from the title. We don't know its weight or size yet. We use 740 g, typical for its kind.",
  )
})

test('guesses nothing from a name without a kind', () => {
  const { search, description } = guessItemEstimate(getItemKind('Taobao item 652874751412'), null)
  expect(search).toMatchObject({ weight: undefined, features: undefined })
  expect(description).toBe("We don't know its weight or size yet.")
})

test('says nothing of a guess where an admin or the visitor has set the kind', () => {
  const kind = getItemKind('Thing', 'hoodie')
  const product = { weight: null, dimensions: null, ownKind: 'hoodie' as const }
  const description = "We don't know its weight or size yet. We use 730 g, typical for its kind."
  expect(guessItemEstimate(kind, product)).toMatchObject({
    search: { weight: '730', features: '102' },
    description,
  })
  expect(guessItemEstimate(kind, null, true).description).toBe(description)
})
