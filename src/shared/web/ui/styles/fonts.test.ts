import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../../../..')
const rules = /font-(?:weight|stretch): ([^;]+);|font: (\d+)/g
const allowed = /^(inherit|100%|var\(--font-(weight|stretch)-\w+\))$/

test('styles use three weights and three widths of the typeface', () => {
  const styles = globSync('**/*.css', { cwd: src }).filter((file) => !file.endsWith('styles/fonts.css'))
  expect(styles.length).toBeGreaterThan(100)
  const others = styles.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(rules)]
      .filter(([, value, weight]) => weight !== undefined || !allowed.test(value ?? ''))
      .map(([rule]) => `${file}: ${rule}`),
  )
  expect(others).toEqual([])
})
