import { expect, test } from 'vitest'
import { pageSizes } from '../../bench/sizes.ts'

/**
 * In kB: about half a kilobyte above the size, because names of files alone change it by some bytes,
 * and never above 115 KiB, 117.76 kB (docs/decisions/047-what-lists-show.md).
 */
const limits: Record<string, number> = {
  HomePage: 110.3,
  PopularPage: 107.7,
  ProductPage: 117.4,
  ToolsPage: 98.7,
  ConvertPage: 101.9,
  EstimationPage: 108.5,
  HaulPage: 94.6,
  LoginPage: 104.3,
  RegisterPage: 104.8,
}
/** Six rounds: a browser asks for six files at a time. */
const mostFiles = 36
/** Nothing is painted before they have come (docs/decisions/048-the-first-paint-comes-first.md). */
const mostStyles = { files: 6, kilobytes: 19.3 }
const sizes = Object.entries(pageSizes()).map(([page, size]) => ({ page, size, limit: limits[page] ?? 0 }))

test.each(sizes)(
  'the first load of $page has at most $limit kB of script in few files',
  ({ size, limit }) => {
    expect(size.scriptsKb).toBeLessThanOrEqual(limit)
    expect(size.scriptsKb).toBeGreaterThan(50) // React alone is more, so it is the whole that was counted
    expect(size.files).toBeLessThanOrEqual(mostFiles)
    expect(size.styleFiles).toBeLessThanOrEqual(mostStyles.files)
    expect(size.stylesKb).toBeLessThanOrEqual(mostStyles.kilobytes)
  },
)
