import type { FastifyInstance } from 'fastify'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { hourlyCacheControl } from '#shared/server/built-files.ts'
import { compressResponse, encodeJson, sendEncoded } from '#shared/server/encoded-response.ts'

export const freightFiles = { countries: '/country.json', categories: '/category.json' } as const

/** Serves the options of the shipping forms as files, created at start from the data that the server itself uses. */
export async function serveFreightFiles(app: FastifyInstance): Promise<void> {
  const headers = { 'cache-control': hourlyCacheControl, vary: 'Accept-Encoding' }
  const contents = [
    [freightFiles.countries, countries],
    [freightFiles.categories, categories],
  ] as const
  for (const [path, content] of contents) {
    const compressed = await compressResponse(encodeJson(JSON.stringify(content), headers))
    app.get(path, { schema: { hide: true } }, (request, reply) => sendEncoded(request, reply, compressed))
  }
}
