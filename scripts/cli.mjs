import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

await entry(async (args) => {
  await install()
  await buildIfNeeded()
  const cli = inProject('dist', 'server', 'cli.js')
  return run(ownNode, [cli, ...args], { env: ownEnv({ NODE_ENV: 'production' }) })
})
