import { type ShopType, shopTypes } from '#shared/marketplaces.ts'

/** A host whose links contain no item but redirect to one. */
export type Shortener = {
  /** The host itself, or a parent domain. */
  readonly host: string
  /** The owner of the host. Hosts of one owner share a circuit breaker. */
  readonly owner: string
  /** The agent that owns the host; null for a marketplace. */
  readonly agent: string | null
  /** The allowed targets. A marketplace shortens only its own items, so any other target is an attack. */
  readonly shops: readonly ShopType[]
}

function createMarketplaceShorteners(
  owner: string,
  shops: readonly ShopType[],
  hosts: readonly string[],
): Shortener[] {
  return hosts.map((host) => ({ host, owner, agent: null, shops }))
}

function createAgentShorteners(agent: string, hosts: readonly string[]): Shortener[] {
  return hosts.map((host) => ({ host, owner: agent, agent, shops: shopTypes }))
}

/** The shorteners whose links the server resolves. The parser uses the same list. */
export const shorteners: readonly Shortener[] = [
  ...createMarketplaceShorteners('tb.cn', ['taobao', 'ali_1688'], ['tb.cn']),
  ...createMarketplaceShorteners('1688.com', ['ali_1688', 'taobao'], ['qr.1688.com']),
  ...createMarketplaceShorteners(
    'weidian.com',
    ['weidian'],
    ['youshop10.com', 'k.weidian.com', 'weidian.info'],
  ),
  ...createAgentShorteners('hoobuy', ['hoobuy.cc']),
  ...createAgentShorteners('acbuy', ['l.acbuy.com', 'link.acbuy.com']),
  ...createAgentShorteners('oopbuy', ['oopbuy.cc']),
  ...createAgentShorteners('kakobuy', ['sl.kakobuy.com', 'ikako.vip']),
  ...createAgentShorteners('hegobuy', ['sl.hegobuy.com', 'ihego.vip']),
  ...createAgentShorteners('litbuy', ['litbuy.shop']),
  ...createAgentShorteners('blikbuy', ['blikbuy.seewebs.com']),
]

/** Shorteners of Weidian whose URL is an item page when it contains an item number. */
export const weidianShorteners = ['youshop10.com', 'k.weidian.com']

/** Shorteners of 1688 whose share page may name an item. */
export const itemPageShorteners = ['qr.1688.com']

/** The shortener of a host in lower case. */
export function findShortener(host: string): Shortener | undefined {
  return shorteners.find((shortener) => host === shortener.host || host.endsWith(`.${shortener.host}`))
}
