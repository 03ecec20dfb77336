import { itemPageShorteners, shorteners, weidianShorteners } from './link-shorteners.ts'
import { agentSites } from './sites/agent-sites.ts'
import { type LinkSite, siteDefaults, splitWords } from './sites/link-site.ts'
import { marketplaces, otherMarketplaces } from './sites/marketplaces.ts'
import { wrappers } from './sites/wrappers.ts'

const itemPageHosts = [...weidianShorteners, ...itemPageShorteners]
const resolvableHosts = shorteners.map(({ host }) => host).filter((host) => !itemPageHosts.includes(host))

/** All short links. Those listed by name are not resolved: they are for paid clicks, lead to any site, or no longer exist. */
const shortLinks: LinkSite = {
  ...siteDefaults,
  hosts: [
    ...resolvableHosts,
    ...splitWords(`
    s.click.taobao.com s.click.tmall.com simba.taobao.com dj.1688.com
    pandabuy.page.link pandabuy.allapp.link t.co tinyurl.com bit.ly goo.gl is.gd t.ly ow.ly cutt.ly rb.gy dub.sh
    lnkd.in t.cn url.cn dwz.cn shorturl.at page.link app.link
`),
  ],
  defaultErrorCode: 'SHORT_LINK',
}

/** The rules of all known sites. */
export const linkSites: readonly LinkSite[] = [
  ...marketplaces,
  ...agentSites,
  shortLinks,
  otherMarketplaces,
  ...wrappers,
]

/** The maximum length of a host name in DNS. */
export const maxHostLength = 253

const siteByHost = new Map(linkSites.flatMap((site) => site.hosts.map((host) => [host, site] as const)))

/** The site of a host in lower case: of the host itself, or of a parent domain (§5). */
export function findSite(host: string): LinkSite | undefined {
  if (host.length > maxHostLength) return undefined
  let site = siteByHost.get(host)
  let dot = host.indexOf('.')
  while (site === undefined && dot >= 0) {
    site = siteByHost.get(host.slice(dot + 1))
    dot = host.indexOf('.', dot + 1)
  }
  return site
}

/** Path segments and parameters of shop pages, on marketplaces and agents' sites. */
export const shopSegment = /^(?:shop(?!ping)|store|seller|dianpu|winport|view_shop|offerlist)/
export const shopPageParameters = ['shopid', 'shop_id', 'shop', 'sellerid'] as const

/** First host labels and parameters of search pages and offer pages. */
export const searchLabels: ReadonlySet<string> = new Set(['s', 'list', 'search', 'huodong', 'pages', 'sale'])
export const searchParameters = ['keyword', 'keywords', 'q'] as const
