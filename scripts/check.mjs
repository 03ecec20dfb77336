import { check } from './checks.mjs'
import { install } from './install.mjs'
import { runMain } from './run.mjs'

await runMain(async () => {
  await install()
  const failed = await check()
  if (failed.length === 0) return 0
  console.log(`\nFailed: ${failed.join(', ')}`)
  return 1
})
