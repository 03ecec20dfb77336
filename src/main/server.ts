import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { createBuiltAssets } from '#framework/assets.ts'
import type { PageRenderer } from '#framework/page-renderer.ts'
import { hourlyCacheControl, immutableCacheControl, serveBuiltFiles } from '#shared/server/built-files.ts'
import { holdOwnBuild, listBuilds } from './own-build.ts'
import { armShutdown } from './start/shutdown.ts'

// Built beside this file as its own entry, because it is compiled for the browser's types and not for Node's.
const rendererFile = new URL('./render.js', import.meta.url).href
const web = new URL('../web/', import.meta.url)

// Otherwise surviving objects may grow fourfold before V8 collects garbage, for which small servers have no
// room.
setFlagsFromString('--heap-growing-percent=100')

const startSettledMs = 30_000

const shutdown = armShutdown()
try {
  holdOwnBuild()
  // Loaded only now, which takes most of a second: a signal meanwhile has its owner already.
  const [{ readConfig }, { startSite }] = await Promise.all([
    import('#platform/config.ts'),
    import('./site.ts'),
  ])
  const { renderer }: { renderer: PageRenderer } = await import(/* @vite-ignore */ rendererFile)
  const assets = createBuiltAssets(new URL('.vite/manifest.json', web))
  const { values } = parseArgs({ options: { 'without-backup': { type: 'boolean', default: false } } })
  const config = { ...readConfig(), withoutBackup: values['without-backup'] }
  const site = await startSite(config, { renderer, assets })
  const { app, listen } = site
  shutdown.use(site)
  serveBuiltFiles(app, {
    folder: new URL('assets/', web),
    prefix: '/assets/',
    cacheControl: immutableCacheControl,
  })
  serveFormerAssets(app)
  serveBuiltFiles(app, {
    folder: new URL('agents/', web),
    prefix: '/agents/',
    cacheControl: hourlyCacheControl,
  })
  serveBuiltFiles(app, { folder: web, prefix: '/', cacheControl: hourlyCacheControl })
  await listen()
  process.send?.('ready') // the supervisor restarts it from now on
  setTimeout(collectGarbage, startSettledMs).unref()
} catch (error) {
  const { describeStartError } = await import('./start/start-error.ts')
  console.error(describeStartError(error))
  process.exit(1)
}

/** A page that was opened before an update asks for parts of its own build; names of files differ where their contents do. */
function serveFormerAssets(app: FastifyInstance): void {
  for (const build of listBuilds())
    serveBuiltFiles(app, {
      folder: new URL('web/assets/', build),
      prefix: '/assets/',
      cacheControl: immutableCacheControl,
    })
}

/** Gives back what only the start needed, some 25 MB: on a site without visitors nothing makes V8 look. Takes about 100 ms. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}
