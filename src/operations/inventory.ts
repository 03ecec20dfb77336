import { freightFiles } from '#http/freight-files.ts'
import { type Contract, type Endpoint, listAddresses } from '#shared/contract.ts'
import { apiBase, paths } from '#shared/paths.ts'

type ListedCall = Pick<Endpoint, 'method' | 'access'> & {
  name: string
  path: string
  aliases: string[]
  /** Parts of the query that count for admins alone, that only admins may leave out, and what else they get. */
  adminOnly: readonly string[]
  adminMayOmit: readonly string[]
  forAdmins: string | null
  /** Null: the call receives no cookies. */
  cookies: NonNullable<Endpoint['cookies']> | null
  /** Null: the call takes JSON; otherwise a form with a file. */
  file: NonNullable<Endpoint['file']> | null
  /** Limit on all attempts, successful or not; failures have limits beside it. */
  limit: NonNullable<Endpoint['limit']> | null
}

/** Routes beside the calls: open to anyone, read-only. `*` stands for the rest of a path. */
const other = [
  { path: '/healthz', what: 'the process answers' },
  { path: '/readyz', what: 'the site can serve' },
  { path: '/metrics', what: 'figures, for programs of this machine and with METRICS_TOKEN' },
  { path: '/robots.txt', what: 'what search engines may read' },
  { path: '/sitemap.xml', what: 'the pages that search engines may list' },
  { path: '/.well-known/security.txt', what: 'how to report a weakness' },
  { path: paths.docs(), what: 'the API for people' },
  { path: paths.go(), what: 'leads from any link to its page' },
  { path: freightFiles.countries, what: 'the countries that parcels can go to' },
  { path: freightFiles.categories, what: 'the kinds of goods that shipping lines speak about' },
  { path: `${apiBase}/openapi.json`, what: 'the API for programs' },
  { path: '/img/{signature}/{width}/{file}', what: 'pictures, with addresses that only the site can make' },
  { path: '/product/{shopType}/{id}/card.jpg', what: 'an item’s inspection card, for link previews' },
  { path: '/product/{shopType}/{id}/card-portrait.jpg', what: 'the same, upright' },
  { path: '/*', what: 'the pages, and the files they load' },
].map((route) => ({ method: 'GET', access: 'anyone', ...route }))

/** Every route with its access: the calls by their contracts, and those beside them. */
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
