import { type ShopType, shopTypes } from '#shared/shops.ts'

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

function ofMarketplace(owner: string, shops: readonly ShopType[], hosts: readonly string[]): Shortener[] {
  return hosts.map((host) => ({ host, owner, agent: null, shops }))
}

function ofAgent(agent: string, hosts: readonly string[]): Shortener[] {
  return hosts.map((host) => ({ host, owner: agent, agent, shops: shopTypes }))
}

/** Short links that the server follows. The parser reads its hosts from here, so that both mean the same. */
export const shorteners: readonly Shortener[] = [
  ...ofMarketplace('tb.cn', ['taobao', 'ali_1688'], ['tb.cn']),
  ...ofMarketplace('1688.com', ['ali_1688', 'taobao'], ['qr.1688.com']),
  ...ofMarketplace('weidian.com', ['weidian'], ['youshop10.com', 'k.weidian.com', 'weidian.info']),
  ...ofAgent('hoobuy', ['hoobuy.cc']),
  ...ofAgent('acbuy', ['l.acbuy.com', 'link.acbuy.com']),
  ...ofAgent('oopbuy', ['oopbuy.cc']),
  ...ofAgent('kakobuy', ['sl.kakobuy.com', 'ikako.vip']),
  ...ofAgent('hegobuy', ['sl.hegobuy.com', 'ihego.vip']),
  ...ofAgent('litbuy', ['litbuy.shop']),
  ...ofAgent('blikbuy', ['blikbuy.seewebs.com']),
]

/** Shortens Weidian's items and is an item page itself where the URL has a number. */
export const weidianShorteners = ['youshop10.com', 'k.weidian.com']

/** The shortener of a host in lower case. */
export function shortenerOf(host: string): Shortener | undefined {
  return shorteners.find((one) => host === one.host || host.endsWith(`.${one.host}`))
}
