import { expect, test } from 'vitest'
import { pageSizes } from '../bench/sizes.ts'

test.each(Object.entries(pageSizes()))(
  'the first load of %s brings at most 115 kB of script',
  (_page, size) => {
    expect(size.scriptsKb).toBeLessThanOrEqual(115)
    expect(size.scriptsKb).toBeGreaterThan(50) // React alone is more, so it is the whole that was counted
  },
)
