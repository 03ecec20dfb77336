import { install } from './install.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry, inProject, run } from './run.mjs'

// Node restarts for what it imported itself (the server's side); pages belong to Vite, which swaps them in place.
await entry(async () => {
  await install()
  const args = ['--watch', '--watch-preserve-output', inProject('src', 'main', 'dev.ts')]
  return run(ownNode, args, { env: ownEnv({ NODE_ENV: 'development' }) })
})
