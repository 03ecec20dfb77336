import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { entry } from './run.mjs'

await entry(async () => {
  await install()
  console.log(`The current build is ${await buildIfNeeded()}.`)
})
