import { build } from './built.mjs'
import { install } from './install.mjs'
import { entry, since } from './run.mjs'

await entry(async () => {
  await install()
  const from = performance.now()
  await build()
  console.log(`Built dist/web and dist/server in ${since(from)}.`)
})
