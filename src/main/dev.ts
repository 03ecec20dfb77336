import { createServer } from 'vite'
import { createSourceAssets } from '#framework/assets.ts'
import type { PageRenderer } from '#framework/page-renderer.ts'
import { readConfig } from '#platform/config.ts'
import { startSite } from './site.ts'
import { armShutdown } from './start/shutdown.ts'

const shutdown = armShutdown()

const vite = await createServer({
  configLoader: 'native', // the default loader writes a temporary file, which would restart the process
  appType: 'custom',
  server: { middlewareMode: true },
})

/** Loads the renderer. Called for every request, so that changes to a page appear without a restart. */
async function loadRenderer(): Promise<PageRenderer> {
  const { renderer }: { renderer?: PageRenderer } = await vite.ssrLoadModule('/src/main/render.tsx')
  if (!renderer) throw new Error('render.tsx does not export a renderer.')
  return renderer
}
const initialRenderer = await loadRenderer()

const site = await startSite(
  { ...readConfig(), cacheBytes: 0 },
  {
    renderer: { ...initialRenderer, render: async (...request) => (await loadRenderer()).render(...request) },
    assets: createSourceAssets(),
    finishDocument: (url, html) => vite.transformIndexHtml(url, html),
  },
)
const { app, listen } = site
shutdown.use(site)
// Requests that Vite answers itself do not continue to our routes.
app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
await listen()
