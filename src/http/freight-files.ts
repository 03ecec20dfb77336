import type { FastifyInstance } from 'fastify'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { hourlyCacheControl } from '#shared/server/built-files.ts'
import { compressResponse, encodeJson, sendEncoded } from '#shared/server/encoded-response.ts'

export const freightFiles = { countries: '/country.json', categories: '/category.json' } as const

/** The choices of the shipping forms, as files made at start from the data that the server itself uses. */
export async function serveFreightFiles(app: FastifyInstance): Promise<void> {
  const headers = { 'cache-control': hourlyCacheControl, vary: 'Accept-Encoding' }
  const contents = [
    [freightFiles.countries, countries],
    [freightFiles.categories, categories],
  ] as const
  for (const [address, content] of contents) {
    const finished = await compressResponse(encodeJson(JSON.stringify(content), headers))
    app.get(address, { schema: { hide: true } }, (request, reply) => sendEncoded(request, reply, finished))
  }
}
