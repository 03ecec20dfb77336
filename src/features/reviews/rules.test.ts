import { expect, test } from 'vitest'
import { computeAverageRating, countByStars, filterReviews } from './rules.ts'

const createRatings = (...ratings: number[]) => ratings.map((rating) => ({ rating }))

test('counts the reviews of each number of stars, the most stars first', () => {
  expect(countByStars(createRatings(5, 5, 3, 1, 5))).toEqual([
    { stars: 5, count: 3 },
    { stars: 4, count: 0 },
    { stars: 3, count: 1 },
    { stars: 2, count: 0 },
    { stars: 1, count: 1 },
  ])
})

test.each([
  [[], 0],
  [[4], 4],
  [[5, 4, 4], 13 / 3],
])('the average of %j is %d', (ratings, average) => {
  expect(computeAverageRating(createRatings(...ratings))).toBeCloseTo(average)
})

const reviews = [
  { id: 'old', rating: 5, createdAt: '2026-01-01T00:00:00.000Z' },
  { id: 'new', rating: 4, createdAt: '2026-11-01T00:00:00.000Z' },
  { id: 'middle', rating: 5, createdAt: '2026-06-01T00:00:00.000Z' },
]

test.each([
  [undefined, ['new', 'middle', 'old']],
  [5, ['middle', 'old']],
  [4, ['new']],
  [1, []],
])('with %s stars chosen, shows the newest first', (stars, ids) => {
  expect(filterReviews(reviews, stars).map(({ id }) => id)).toEqual(ids)
})
