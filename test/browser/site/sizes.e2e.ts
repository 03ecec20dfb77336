import { expect, test } from 'vitest'
import { pageSizes } from '../../bench/sizes.ts'

/** In kB, a kilobyte more than it is (docs/decisions/041-the-build-in-one-look.md). */
const limits: Record<string, number> = {
  HomePage: 105,
  PopularPage: 103,
  ProductPage: 114,
  ToolsPage: 99,
  ConvertPage: 99.5,
  EstimationPage: 106.5,
  HaulPage: 94,
  LoginPage: 104,
  RegisterPage: 104,
}
/** Before them a page would wait in line: a browser asks for six files at a time. */
const mostFiles = 24
const sizes = Object.entries(pageSizes()).map(([page, size]) => ({ page, size, limit: limits[page] ?? 0 }))

test.each(sizes)(
  'the first load of $page brings at most $limit kB of script in few files',
  ({ size, limit }) => {
    expect(size.scriptsKb).toBeLessThanOrEqual(limit)
    expect(size.scriptsKb).toBeGreaterThan(50) // React alone is more, so it is the whole that was counted
    expect(size.files).toBeLessThanOrEqual(mostFiles)
  },
)
