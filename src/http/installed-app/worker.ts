import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { appFiles } from '#features/installed-app/app-manifest.ts'
import { compressResponse, encodeScript, sendEncoded } from '#shared/server/encoded-response.ts'

type WorkerFile = { file: URL; isOn: boolean }

/** Replaces every worker that a device has, and removes it and all that it kept. */
const removingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  const erased = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
  event.waitUntil(erased.then(() => registration.unregister()))
})
`

/** A worker's requests obey the policy of its own file. */
const policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/**
 * Serves the worker of the installed app; switched off, one that removes it. Browsers compare the file whenever a page
 * is opened, so a switch reaches a device with its next visit.
 */
export async function serveWorker(app: FastifyInstance, { file, isOn }: WorkerFile): Promise<void> {
  const text = isOn ? await readFile(file, 'utf8') : removingWorker
  const script = await compressResponse(encodeScript(text, { 'content-security-policy': policy }))
  app.get(appFiles.worker, { schema: { hide: true } }, (request, reply) =>
    sendEncoded(request, reply, script),
  )
}
