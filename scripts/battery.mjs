import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

await entry(async (args) => {
  await install()
  await buildIfNeeded()
  return run(ownNode, [inProject('battery', 'run.ts'), ...args], { env: ownEnv() })
})
