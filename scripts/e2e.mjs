import { buildIfNeeded } from './built.mjs'
import { findChromiums } from './chromium.mjs'
import { install } from './install.mjs'
import { ownEnv, ownNode, tool } from './own-node.mjs'
import { entry, run } from './run.mjs'

await entry(async (args) => {
  await install()
  await buildIfNeeded()
  const env = ownEnv({ NODE_ENV: 'test', ...(await findChromiums()) })
  return run(ownNode, [tool('vitest'), 'run', '--project', 'browser', ...args], { env })
})
