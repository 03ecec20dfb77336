import { appFiles } from '#features/installed-app/app-manifest.ts'
import { freightFiles } from '#http/freight-files.ts'
import { type Contract, type Endpoint, listAddresses } from '#shared/contract.ts'
import { apiBase, paths } from '#shared/paths.ts'

type ListedCall = Pick<Endpoint, 'method' | 'access'> & {
  name: string
  path: string
  aliases: string[]
  /** Query parameters for admins only, parameters that only admins may omit, and what else admins get. */
  adminOnly: readonly string[]
  adminMayOmit: readonly string[]
  forAdmins: string | null
  /** Null: the call receives no cookies. */
  cookies: NonNullable<Endpoint['cookies']> | null
  /** Null: the call takes JSON; otherwise a form with a file. */
  file: NonNullable<Endpoint['file']> | null
  /** Limit on all attempts; failures have additional limits. */
  limit: NonNullable<Endpoint['limit']> | null
}

/** Routes outside the API calls: public, and they change nothing. `*` stands for the rest of a path. */
const other = [
  { path: '/healthz', what: 'whether the process responds' },
  { path: '/readyz', what: 'whether the site can serve' },
  { path: '/metrics', what: 'metrics, for programs on this machine and with METRICS_TOKEN' },
  { path: '/robots.txt', what: 'which pages search engines may read' },
  { path: '/sitemap.xml', what: 'the pages for search engines' },
  { path: '/.well-known/security.txt', what: 'how to report a vulnerability' },
  { path: paths.docs(), what: 'the API documentation for people' },
  { path: paths.go(), what: 'redirects from any product link to its page' },
  { path: paths.go(), method: 'POST', what: 'the same, for what is shared to the installed app' },
  { path: appFiles.manifest, what: 'what browsers install the site with' },
  { path: appFiles.offlinePage, what: 'what the installed app shows without a connection' },
  { path: freightFiles.countries, what: 'the destination countries of parcels' },
  { path: freightFiles.categories, what: 'the categories of goods that shipping lines distinguish' },
  { path: `${apiBase}/openapi.json`, what: 'the API description for programs' },
  { path: '/img/{signature}/{width}/{file}', what: 'images, by URLs that only the site can sign' },
  { path: '/product/{shopType}/{id}/card.jpg', what: 'an item’s inspection card, for link previews' },
  { path: '/product/{shopType}/{id}/card-portrait.jpg', what: 'the same in portrait format' },
  { path: '/*', what: 'the pages, and the files they load' },
].map((route) => ({ method: 'GET', access: 'anyone', ...route }))

/** Lists every route with its access: the calls by their contracts, and the other routes. */
export function createInventory(contract: Contract): { calls: ListedCall[]; other: typeof other } {
  const calls = Object.entries<Endpoint>(contract).map(([name, endpoint]) => {
    const [path = '', ...aliases] = listAddresses(endpoint)
    return {
      name,
      method: endpoint.method,
      path,
      aliases,
      access: endpoint.access,
      adminOnly: endpoint.adminOnly ?? [],
      adminMayOmit: endpoint.adminMayOmit ?? [],
      forAdmins: endpoint.forAdmins ?? null,
      cookies: endpoint.cookies ?? null,
      file: endpoint.file ?? null,
      limit: endpoint.limit ?? null,
    }
  })
  return { calls, other }
}
