import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = globSync('{src,db}/**/*.{ts,tsx}', { cwd: root })

test('every file exports only what it defines, so that each thing is imported from one file', () => {
  expect(sources.flatMap((file) => listReExports(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ["export { tea } from './rules.ts'", ['tea']],
  ["export {\n  tea,\n  type Tea,\n} from './rules.ts'", ['tea', 'type Tea']],
  ["export type { Tea } from '#features/tea/contract.ts'", ['Tea']],
  ["export * from './rules.ts'", ['*']],
  ["export type * as rules from './rules.ts'", ['* as rules']],
  ["import { pot, tea } from './rules.ts'\nexport { tea, cup }\nconst cup = pot", ['tea']],
  ["import tea from './rules.ts'\nexport { tea as leaf }", ['tea as leaf']],
  ["import type { Tea as Leaf } from './rules.ts'\nexport type { Leaf }", ['Leaf']],
  ["import { tea } from './rules.ts'\nexport default tea", ['tea']],
  ["import { tea } from './rules.ts'\nexport const cup = [tea]", []],
  ["export { Wide as Frame } from '#pages/layouts/Wide.tsx'", ['Wide as Frame']],
])('lists what is re-exported by: %s', (text, names) => {
  expect(listReExports('src/features/cup/rules.ts', text)).toEqual(
    names.map((name) => `src/features/cup/rules.ts ${name}`),
  )
})

test.each([
  ['src/pages/TeaPage.tsx', "export { Wide as Frame } from '#pages/layouts/Wide.tsx'"],
  ['src/db/schema.ts', "export { teas } from './tables/tea-schema.ts'"],
])('allows %s to re-export: %s', (file, text) => {
  expect(listReExports(file, text)).toEqual([])
})

/** What a page's file tells the router about the page. */
const pageParts = ['Frame']

/** What a file exports without defining it, as "path name"; drizzle gets all tables from one file. */
function listReExports(file: string, text: string): string[] {
  if (file === 'src/db/schema.ts') return []
  const imported = new Set(
    [...text.matchAll(/^import ([^'"]+) from '/gm)].flatMap(([, names = '']) =>
      names.match(/\w+(?=\s*[,}]|$)/g),
    ),
  )
  const lists = [...text.matchAll(/^export (?:type )?(?:\{([^}]*)\}|(\*(?: as \w+)?))( from '|)/gm)]
  const names = lists.flatMap(([, list, all, from]) =>
    (all ?? list ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && (from || imported.has(name.replace(/^type /, '').replace(/ as .*/, '')))),
  )
  const [, byDefault] = /^export default (\w+)$/m.exec(text) ?? []
  if (byDefault && imported.has(byDefault)) names.push(byDefault)
  const isPage = /^src\/pages\/.+Page\.tsx$/.test(file)
  return names
    .filter((name) => !(isPage && pageParts.some((part) => name.endsWith(` as ${part}`))))
    .map((name) => `${file} ${name}`)
}
