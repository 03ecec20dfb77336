import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { createBuiltAssets } from '#framework/assets.ts'
import type { PageRenderer } from '#framework/page-renderer.ts'
import { serveWorker } from '#http/installed-app/worker.ts'
import { hourlyCacheControl, immutableCacheControl, serveBuiltFiles } from '#shared/server/built-files.ts'
import { listBuilds, lockOwnBuild } from './own-build.ts'
import { armShutdown } from './start/shutdown.ts'

// A separate entry of the build, because it is compiled with the browser's types and not with Node's.
const rendererFile = new URL('./render.js', import.meta.url).href
const web = new URL('../web/', import.meta.url)

// By default, V8's heap may grow fourfold before the next garbage collection, which is too much for small servers.
setFlagsFromString('--heap-growing-percent=100')

const collectGarbageAfterMs = 30_000

const shutdown = armShutdown()
try {
  lockOwnBuild()
  // Loading takes most of a second, so it begins after `armShutdown`, which handles signals from then on.
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
  serveEarlierAssets(app)
  await serveWorker(app, { file: new URL('sw.js', web), isOn: config.serviceWorker })
  serveBuiltFiles(app, {
    folder: new URL('agents/', web),
    prefix: '/agents/',
    cacheControl: hourlyCacheControl,
  })
  serveBuiltFiles(app, { folder: web, prefix: '/', cacheControl: hourlyCacheControl })
  await listen()
  process.send?.('ready') // from now on, keep-running.mjs restarts this process when it fails
  setTimeout(collectGarbage, collectGarbageAfterMs).unref()
} catch (error) {
  const { describeStartError } = await import('./start/start-error.ts')
  console.error(describeStartError(error))
  process.exit(1)
}

/** A page that was opened before an update requests files of its own build. Files with different contents have different names. */
function serveEarlierAssets(app: FastifyInstance): void {
  for (const build of listBuilds())
    serveBuiltFiles(app, {
      folder: new URL('web/assets/', build),
      prefix: '/assets/',
      cacheControl: immutableCacheControl,
    })
}

/** Frees some 25 MB that only the start needed, because V8 collects no garbage on a site without visitors. Takes about 100 ms. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}
