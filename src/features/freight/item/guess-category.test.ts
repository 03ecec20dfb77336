import { expect, test } from 'vitest'
import categories from '../built-in/categories.json' with { type: 'json' }
import { guessCategory } from './guess-category.ts'
import { guessWeight } from './typical-weights.ts'

const findCategoryName = (id: string | undefined) =>
  categories.flatMap(({ children }) => children).find((child) => child.id === id)?.name

test.each([
  ['Heavy cotton T-shirt, plain', 'T-shirts, shirts & tops'],
  ['Striped long-sleeve SHIRT', 'T-shirts, shirts & tops'],
  ['Low court sneaker with suede toe', 'Sneakers (no box)'],
  ['Canvas high-top with rubber sole', 'Sneakers (no box)'],
  ['Chelsea boots', 'Boots'],
  ['Foam slides', 'Sandals & slippers'],
  ['Heavy fleece hoodie with pocket', 'Hoodies & sweaters'],
  ['Quilted down jacket with stand-up collar', 'Down & padded jackets'],
  ['Classic denim jacket', 'Jackets & coats'],
  ['Straight-leg jeans, washed', 'Trousers & jeans'],
  ['Ribbed crew socks', 'Underwear, socks & swimwear'],
  ['Ribbed turn-up beanie', 'Hats, scarves & gloves'],
  ['Everyday backpack 20 l', 'Backpacks & travel bags'],
  ['Leather belt with pin buckle', 'Belts'],
  ['Bifold wallet in pebbled leather', 'Wallets & card holders'],
  ['Acetate sunglasses', 'Glasses & sunglasses'],
  ['Over-ear headphones', 'Earphones, speakers & wearables'],
])('guesses the category of %s: %s', (name, categoryName) => {
  expect(findCategoryName(guessCategory(name))).toBe(categoryName)
  expect(guessWeight([guessCategory(name) ?? ''])).toBeGreaterThan(0)
})

test.each([['Taobao item 652874751412'], ['Laptop sleeve'], ['重磅纯棉圆领短袖'], ['']])(
  'guesses no category for %j',
  (name) => {
    expect(guessCategory(name)).toBeUndefined()
  },
)
