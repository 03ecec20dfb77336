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
  /** A safety net for an invalidation that was lost, in ms. */
  maxAgeMs: number
}

/** What one file may hold by the protocol (sitemaps.org). */
const maxAddresses = 50_000

const pages = [
  paths.home(),
  paths.popular(),
  paths.tools(),
  paths.convert(),
  paths.estimation(),
  paths.haul(),
  paths.extension(),
]

/** Tells search engines which pages there are, and which addresses are none of theirs. */
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
    const takesGzip = chooseEncoding(request.headers['accept-encoding'], { gzip: true })
    if (takesGzip) reply.header('content-encoding', 'gzip')
    return reply
      .headers({ 'cache-control': hourlyCacheControl, vary: 'Accept-Encoding' })
      .type('application/xml; charset=utf-8')
      .send(takesGzip ? bytes : createGunzip().end(bytes))
  })
}

/** Kept compressed, and made by one request at a time: the database reads up to 50,000 rows for it. */
function createSitemap({ publicUrl, products, invalidation, maxAgeMs }: SitemapDeps) {
  let made: { bytes: Promise<Buffer>; until: number } | undefined

  function get(): Promise<Buffer> {
    if (made && made.until > Date.now()) return made.bytes
    const making = { bytes: writeSitemap(publicUrl, products), until: Date.now() + maxAgeMs }
    making.bytes.catch(() => {
      if (made === making) made = undefined
    })
    made = making
    return making.bytes
  }

  const close = invalidation.subscribe((stale) => {
    if (stale.some((prefix) => partialMatchKey(['getAllProduct'], prefix))) made = undefined
  })
  return { get, close }
}

/** Compressed while it is read, so that it is never in memory as a whole. */
async function writeSitemap(publicUrl: string, products: SitemapDeps['products']): Promise<Buffer> {
  const zip = createGzip()
  const zipped = buffer(zip)
  const write = async (text: string) => {
    if (!zip.write(text)) await once(zip, 'drain')
  }
  const writeAddresses = (addresses: string[]) =>
    write(addresses.map((address) => `<url><loc>${publicUrl}${address}</loc></url>`).join(''))
  try {
    await write(
      '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    )
    await writeAddresses(pages)
    await products.readKeys(maxAddresses - pages.length, (keys) =>
      writeAddresses(keys.map(({ shopType, itemId }) => paths.product(shopType, itemId))),
    )
  } catch (error) {
    zip.destroy()
    await zipped.catch(() => undefined)
    throw error
  }
  zip.end('</urlset>')
  return zipped
}
