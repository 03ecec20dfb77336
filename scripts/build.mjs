import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { runMain } from './run.mjs'

await runMain(async () => {
  await install()
  console.log(`The current build is ${await buildIfNeeded()}.`)
})
