import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

await entry(async (args) => {
  await install()
  await buildIfNeeded()
  return run(ownNode, [inProject('bench', 'bench.ts'), ...args], { env: ownEnv({ NODE_ENV: 'production' }) })
})
