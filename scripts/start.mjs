import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

await entry(async () => {
  await install()
  await buildIfNeeded()
  return run(ownNode, [inProject('dist', 'server', 'server.js')], { env: ownEnv({ NODE_ENV: 'production' }) })
})
