import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { installPostgres } from './postgres.mjs'
import { entry } from './run.mjs'
import { runTests } from './vitest.mjs'

await entry(async (args) => {
  await install()
  await installPostgres()
  await buildIfNeeded()
  const { passed, failed, failures, flaky } = await runTests('browser', { args, env: await findChromiums() })
  if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`)
  for (const title of flaky) console.log(`flaky: ${title}`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
