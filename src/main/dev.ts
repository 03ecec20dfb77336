import { createServer } from 'vite'
import { createSourceAssets } from '#framework/assets.ts'
import type { PageRenderer } from '#framework/page-renderer.ts'
import { readConfig } from '#platform/config.ts'
import { startSite } from './site.ts'
import { armShutdown } from './start/shutdown.ts'

const shutdown = armShutdown()

const vite = await createServer({
  configLoader: 'native', // the other loader writes a file, whose end restarts the process
  appType: 'custom',
  server: { middlewareMode: true },
})

/** Loaded on every request, so that an edited page is rendered anew without a restart. */
async function loadRenderer(): Promise<PageRenderer> {
  const { renderer }: { renderer?: PageRenderer } = await vite.ssrLoadModule('/src/main/render.tsx')
  if (!renderer) throw new Error('render.tsx exports no renderer')
  return renderer
}
const first = await loadRenderer()

const site = await startSite(
  { ...readConfig(), cacheBytes: 0 },
  {
    renderer: { ...first, render: async (...request) => (await loadRenderer()).render(...request) },
    assets: createSourceAssets(),
    finishDocument: (url, html) => vite.transformIndexHtml(url, html),
  },
)
const { app, listen } = site
shutdown.use(site)
// What Vite answers itself never returns from here.
app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
await listen()
