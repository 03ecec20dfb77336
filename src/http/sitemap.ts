import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { partialMatchKey } from '@tanstack/react-query'
import type { FastifyInstance } from 'fastify'
import type { ProductService } from '#features/products/server/service.ts'
import { paths } from '#shared/paths.ts'
import { hourlyCacheControl } from '#shared/server/built-files.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { chooseEncoding } from '#shared/server/encoded-response.ts'

type SitemapDeps = {
  publicUrl: string
  products: Pick<ProductService, 'readKeys'>
  invalidation: Invalidation
  /** Maximum age of the cached sitemap, in ms, in case an invalidation is lost. */
  maxAgeMs: number
}

/** Maximum URLs of one file by the protocol (sitemaps.org). */
const maxUrls = 50_000

const pages = [
  paths.home(),
  paths.popular(),
  paths.tools(),
  paths.convert(),
  paths.estimation(),
  paths.haul(),
  paths.extension(),
]

/** Serves `/robots.txt`, and the sitemap for search engines. */
export function serveSitemap(app: FastifyInstance, deps: SitemapDeps): void {
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', hourlyCacheControl)
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: ${paths.go()}\nSitemap: ${deps.publicUrl}/sitemap.xml\n`,
      ),
  )
  const { get, close } = createSitemap(deps)
  app.addHook('onClose', async () => close())
  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const bytes = await get()
    const acceptsGzip = chooseEncoding(request.headers['accept-encoding'], { gzip: true })
    if (acceptsGzip) reply.header('content-encoding', 'gzip')
    return reply
      .headers({ 'cache-control': hourlyCacheControl, vary: 'Accept-Encoding' })
      .type('application/xml; charset=utf-8')
      .send(acceptsGzip ? bytes : createGunzip().end(bytes))
  })
}

/** Caches the sitemap compressed and creates it once at a time, because it reads up to 50,000 rows. */
function createSitemap({ publicUrl, products, invalidation, maxAgeMs }: SitemapDeps) {
  let cached: { bytes: Promise<Buffer>; expiresAtMs: number } | undefined

  function get(): Promise<Buffer> {
    if (cached && cached.expiresAtMs > Date.now()) return cached.bytes
    const created = { bytes: writeSitemap(publicUrl, products), expiresAtMs: Date.now() + maxAgeMs }
    created.bytes.catch(() => {
      if (cached === created) cached = undefined
    })
    cached = created
    return created.bytes
  }

  const close = invalidation.subscribe((stale) => {
    if (stale.some((prefix) => partialMatchKey(['getAllProduct'], prefix))) cached = undefined
  })
  return { get, close }
}

/** Compresses the rows while they are read, so that the uncompressed sitemap is never in memory. */
async function writeSitemap(publicUrl: string, products: SitemapDeps['products']): Promise<Buffer> {
  const zip = createGzip()
  const zipped = buffer(zip)
  const write = async (text: string) => {
    if (!zip.write(text)) await once(zip, 'drain')
  }
  const writePaths = (pathList: string[]) =>
    write(pathList.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join(''))
  try {
    await write(
      '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    )
    await writePaths(pages)
    await products.readKeys(maxUrls - pages.length, (keys) =>
      writePaths(keys.map(({ shopType, itemId }) => paths.product(shopType, itemId))),
    )
  } catch (error) {
    zip.destroy()
    await zipped.catch(() => undefined)
    throw error
  }
  zip.end('</urlset>')
  return zipped
}
