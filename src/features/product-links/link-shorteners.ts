import { type ShopType, shopTypes } from '#shared/marketplaces.ts'

/** A host whose links carry no item, but lead to one. */
export type Shortener = {
  /** The host itself, or a parent domain. */
  readonly host: string
  /** Whose it is; hosts of one owner fail together. */
  readonly owner: string
  /** The agent whose links these are, null for a marketplace. */
  readonly agent: string | null
  /** A marketplace shortens its own items only; any other target of its links is an attack. */
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

/** Short links that the server follows. The parser reads its hosts from here, so that both mean the same. */
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

/** Shortens Weidian's items and is an item page itself where the URL has a number. */
export const weidianShorteners = ['youshop10.com', 'k.weidian.com']

/** Shortens 1688's items, with a share page that may name one. */
export const itemPageShorteners = ['qr.1688.com']

/** The shortener of a host in lower case. */
export function findShortener(host: string): Shortener | undefined {
  return shorteners.find((one) => host === one.host || host.endsWith(`.${one.host}`))
}
