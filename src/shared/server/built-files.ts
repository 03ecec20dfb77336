import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding } from './encoded-response.ts'

type BuiltFilesOptions = { folder: URL; prefix: string; cacheControl: string }

export const immutableCacheControl = 'public, max-age=31536000, immutable'
export const hourlyCacheControl = 'public, max-age=3600'

const contentTypes = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
  ['txt', 'text/plain; charset=utf-8'],
  ['zip', 'application/zip'],
])

/**
 * Serves the build's files from memory, each on its own route: they are few, the build compressed them, and no other
 * URL reaches the disk. Folders that begin with a dot are not served.
 */
export function serveBuiltFiles(
  app: FastifyInstance,
  { folder, prefix, cacheControl }: BuiltFilesOptions,
): void {
  const root = fileURLToPath(folder)
  const names = new Set(listFiles(root))
  const read = (name: string) => (names.has(name) ? readFileSync(join(root, name)) : undefined)
  for (const name of names) {
    const type = contentTypes.get(name.split('.').at(-1) ?? '')
    const identity = type && !app.hasRoute({ method: 'GET', url: prefix + name }) && read(name)
    if (!identity) continue
    const encodings = { identity, br: read(`${name}.br`), gzip: read(`${name}.gz`) }
    app.get(prefix + name, { schema: { hide: true } }, (request, reply) => {
      const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
      if (encoding) reply.header('content-encoding', encoding)
      return reply
        .headers({ 'cache-control': cacheControl, vary: 'Accept-Encoding' })
        .type(type)
        .send(encodings[encoding ?? 'identity'])
    })
  }
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('.'))
}
