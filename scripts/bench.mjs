import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

await entry(async (args) => {
  await install()
  await buildIfNeeded()
  const env = ownEnv({ NODE_ENV: 'production', ...(await findChromiums()) })
  return run(ownNode, [inProject('test/bench', 'bench.ts'), ...args], { env })
})
