import type { FastifyInstance } from 'fastify'
import { appFiles, appManifest } from '#features/installed-app/app-manifest.ts'
import { hourlyCacheControl } from '#shared/server/built-files.ts'

/** Serves what browsers read when the site is installed as an app. */
export function serveManifest(app: FastifyInstance): void {
  const text = JSON.stringify(appManifest)
  app.get(appFiles.manifest, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', hourlyCacheControl)
      .type('application/manifest+json; charset=utf-8')
      .send(text),
  )
}
