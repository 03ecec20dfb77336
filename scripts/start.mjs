import { join } from 'node:path'
import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { createNodeEnv, ownNode } from './own-node.mjs'
import { runMain } from './run.mjs'

await runMain(async (args) => {
  await install()
  const build = await buildIfNeeded()
  // Images are rendered on several threads. Without this limit, each thread keeps the memory of its largest image.
  const { MALLOC_ARENA_MAX = '2' } = process.env
  // In bytes. Freed blocks above these sizes go back to the system. If unset, glibc raises both to the largest freed block.
  const { MALLOC_MMAP_THRESHOLD_ = '8388608', MALLOC_TRIM_THRESHOLD_ = '4194304' } = process.env
  const mallocSettings = { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ }
  const env = createNodeEnv({ NODE_ENV: 'production', ...mallocSettings })
  return keepRunning(ownNode, [join(build, 'server', 'server.js'), ...args], { env })
})
