import { install } from './install.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { resolveInProject, runMain, runProgram } from './run.mjs'

// Node restarts when a file of the server changes; changed pages are replaced by Vite without a restart.
await runMain(async () => {
  await install()
  const args = ['--watch', '--watch-preserve-output', resolveInProject('src', 'main', 'dev.ts')]
  return runProgram(ownNode, args, { env: createNodeEnv({ NODE_ENV: 'development' }) })
})
