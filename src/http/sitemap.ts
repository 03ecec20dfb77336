import type { FastifyInstance } from 'fastify'
import type { ProductService } from '#features/products/server/service.ts'
import { paths } from '#shared/paths.ts'
import { hourlyCacheControl } from '#shared/server/built-files.ts'

type SitemapDeps = { publicUrl: string; products: Pick<ProductService, 'list'> }

/** Tells search engines which pages there are, and which addresses are none of theirs. */
export function serveSitemap(app: FastifyInstance, { publicUrl, products }: SitemapDeps): void {
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', hourlyCacheControl)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: ${paths.go()}\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const listed = await products.list({})
    const items = listed.items.map(({ shopType, productCode }) => paths.product(shopType, productCode))
    const tools = [paths.tools(), paths.convert(), paths.estimation(), paths.haul(), paths.extension()]
    const addresses = [paths.home(), paths.popular(), ...tools, ...items]
    const entries = addresses.map((address) => `<url><loc>${publicUrl}${address}</loc></url>`)
    return reply
      .header('cache-control', hourlyCacheControl)
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`,
      )
  })
}
