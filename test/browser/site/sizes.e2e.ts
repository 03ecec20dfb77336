import { expect, test } from 'vitest'
import { pageSizes } from '../../bench/sizes.ts'

/**
 * In kB: about half a kilobyte above the size, because names of files alone change it by some bytes,
 * and never above 115 KiB, 117.76 kB (docs/decisions/047-what-lists-show.md).
 */
const limits: Record<string, number> = {
  HomePage: 112.4,
  PopularPage: 110,
  ProductPage: 117.76,
  ToolsPage: 100.7,
  ConvertPage: 103.5,
  EstimationPage: 112.1,
  HaulPage: 96.6,
  LoginPage: 109,
  RegisterPage: 108.8,
}
/** Six rounds: a browser asks for six files at a time. */
const mostFiles = 31
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
