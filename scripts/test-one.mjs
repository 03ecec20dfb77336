import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { installPostgres } from './postgres.mjs'
import { runMain, UserError } from './run.mjs'
import { listTestFiles, matchTestFiles } from './tests/test-files.mjs'
import { printResult, runTests } from './tests/vitest.mjs'

/** Prepares what a Vitest project needs besides the packages. Returns environment variables for it. */
const prepare = {
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

await runMain(async ([name, ...args]) => {
  if (!name) throw new UserError("Specify a part of a test file's path: npm run test:one NAME")
  await install()
  const files = matchTestFiles(await listTestFiles(), name)
  const [file] = files
  if (!file) throw new UserError(`No test file has "${name}" in its path.`)
  if (files.length > 1) {
    console.log(
      `${files.length} test files have "${name}" in their path. Use a longer part of one of these paths:`,
    )
    for (const { path } of files) console.log(`  ${path}`)
    return 2
  }
  const env = await prepare[file.project]()
  return printResult(await runTests(file.project, { args: [file.path, ...args], env }))
})
