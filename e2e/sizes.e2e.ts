import { expect, test } from 'vitest'
import { pageSizes } from '../bench/sizes.ts'

/** In kB; what counts freight may bring a little more. */
const limits: Record<string, number> = { EstimationPage: 120, HaulPage: 120 }
const sizes = Object.entries(pageSizes()).map(([page, size]) => ({ page, size, limit: limits[page] ?? 115 }))

test.each(sizes)('the first load of $page brings at most $limit kB of script', ({ size, limit }) => {
  expect(size.scriptsKb).toBeLessThanOrEqual(limit)
  expect(size.scriptsKb).toBeGreaterThan(50) // React alone is more, so it is the whole that was counted
})
