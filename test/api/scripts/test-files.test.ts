import { expect, test } from 'vitest'

const { listTestFiles, matchTestFiles } = await import('../../../scripts/tests/test-files.mjs' as string)

const files = [
  { path: 'src/features/haul/split.test.ts', project: 'unit' },
  { path: 'src/features/haul/split.test.tsx', project: 'unit' },
  { path: 'src/features/haul/server/routes.test.ts', project: 'database' },
  { path: 'src/features/users/server/routes.test.ts', project: 'database' },
  { path: 'test/browser/lists/home.e2e.ts', project: 'browser' },
  { path: 'test/browser/admin/admin-home.e2e.ts', project: 'browser' },
]

test.each([
  ['users/server', ['src/features/users/server/routes.test.ts']],
  ['haul/server/routes', ['src/features/haul/server/routes.test.ts']],
  ['/home', ['test/browser/lists/home.e2e.ts']],
  ['home', ['test/browser/lists/home.e2e.ts', 'test/browser/admin/admin-home.e2e.ts']],
  ['src/features/haul/split.test.ts', ['src/features/haul/split.test.ts']],
  ['split', ['src/features/haul/split.test.ts', 'src/features/haul/split.test.tsx']],
  ['tea', []],
])('matches the files whose path contains %s, or only the one with exactly this path', (name, paths) => {
  const matches: typeof files = matchTestFiles(files, name)
  expect(matches.map(({ path }) => path)).toEqual(paths)
})

test('lists files of every project with the project that runs them', async () => {
  expect(await listTestFiles()).toEqual(
    expect.arrayContaining([
      { path: 'src/features/haul/packing.test.ts', project: 'unit' },
      { path: 'test/api/scripts/test-files.test.ts', project: 'database' },
      { path: 'test/browser/lists/home.e2e.ts', project: 'browser' },
    ]),
  )
})
