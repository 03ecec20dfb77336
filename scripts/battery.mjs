import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

await entry(async (args) => {
  await install()
  await buildIfNeeded()
  const browsers = args.some((arg) => arg === 'xss' || arg === 'all') ? await findChromiums() : {}
  return run(ownNode, [inProject('test/attacks', 'run.ts'), ...args], { env: ownEnv(browsers) })
})
