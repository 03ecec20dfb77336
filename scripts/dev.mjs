import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

// Node restarts when a file of the server changes; changed pages are replaced by Vite without a restart.
await entry(async () => {
  await install()
  const args = ['--watch', '--watch-preserve-output', inProject('src', 'main', 'dev.ts')]
  return run(ownNode, args, { env: ownEnv({ NODE_ENV: 'development' }) })
})
