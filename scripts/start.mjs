import { join } from 'node:path'
import { buildIfNeeded } from './built.mjs'
import { install } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { ownEnv, ownNode } from './own-node.mjs'
import { entry } from './run.mjs'

await entry(async (args) => {
  await install()
  const build = await buildIfNeeded()
  // Images are rendered on several threads; without this each thread keeps the memory of its largest image.
  const { MALLOC_ARENA_MAX = '2' } = process.env
  // In bytes: larger blocks are returned to the system when freed. Otherwise glibc raises both limits to the largest block.
  const { MALLOC_MMAP_THRESHOLD_ = '8388608', MALLOC_TRIM_THRESHOLD_ = '4194304' } = process.env
  const malloc = { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ }
  const env = ownEnv({ NODE_ENV: 'production', ...malloc })
  return keepRunning(ownNode, [join(build, 'server', 'server.js'), ...args], { env })
})
