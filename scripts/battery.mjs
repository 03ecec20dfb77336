import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { resolveInProject, runMain, runProgram } from './run.mjs'

await runMain(async (args) => {
  await install()
  await buildIfNeeded()
  const browsers = args.some((arg) => arg === 'xss' || arg === 'all') ? await findChromiums() : {}
  return runProgram(ownNode, [resolveInProject('test/attacks', 'run.ts'), ...args], {
    env: createNodeEnv(browsers),
  })
})
