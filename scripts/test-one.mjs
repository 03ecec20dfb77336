import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { installPostgres } from './postgres.mjs'
import { entry, Problem } from './run.mjs'
import { listTestFiles, matchTestFiles } from './tests/test-files.mjs'
import { printResult, runTests } from './tests/vitest.mjs'

/** What a project of tests needs beside the packages. Returns the variables for it. */
const preparations = {
  unit: async () => ({}),
  database: async () => {
    await installPostgres()
    return {}
  },
  browser: async () => {
    await installPostgres()
    await buildIfNeeded()
    return findChromiums()
  },
}

await entry(async ([name, ...args]) => {
  if (!name) throw new Problem('Name a part of the path of a test file: npm run test:one NAME')
  await install()
  const files = matchTestFiles(await listTestFiles(), name)
  const [file] = files
  if (!file) throw new Problem(`No test file has "${name}" in its path.`)
  if (files.length > 1) {
    console.log(`${files.length} test files have "${name}" in their path. Name more of one of them:`)
    for (const { path } of files) console.log(`  ${path}`)
    return 2
  }
  const env = await preparations[file.project]()
  return printResult(await runTests(file.project, { args: [file.path, ...args], env }))
})
