import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject } from './run.mjs'

await entry(async () => {
  await install()
  await buildIfNeeded()
  // Pictures are drawn on several threads; else each would keep the memory of the largest it ever drew.
  const { MALLOC_ARENA_MAX = '2' } = process.env
  const env = ownEnv({ NODE_ENV: 'production', MALLOC_ARENA_MAX })
  return keepRunning(ownNode, [inProject('dist', 'server', 'server.js')], { env })
})
