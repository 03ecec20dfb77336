import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { resolveInProject, runMain, runProgram } from './run.mjs'

await runMain(async (args) => {
  await install()
  await buildIfNeeded()
  const env = createNodeEnv({ NODE_ENV: 'production', ...(await findChromiums()) })
  return runProgram(ownNode, [resolveInProject('test/bench', 'bench.ts'), ...args], { env })
})
