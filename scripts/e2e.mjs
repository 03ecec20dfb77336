import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { installPostgres } from './postgres.mjs'
import { runMain } from './run.mjs'
import { printResult, runTests } from './tests/vitest.mjs'

await runMain(async (args) => {
  await install()
  await installPostgres()
  await buildIfNeeded()
  return printResult(await runTests('browser', { args, env: await findChromiums() }))
})
