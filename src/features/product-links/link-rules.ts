import type { ShopType } from '#shared/marketplaces.ts'
import { itemPageShorteners, shorteners, weidianShorteners } from './link-shorteners.ts'
import {
  idParameters,
  type LinkRule,
  type LinkSite,
  shopParameters,
  siteDefaults,
  splitWords,
  wrapParameters,
} from './sites/link-site.ts'
import { marketplaces, otherMarketplaces } from './sites/marketplaces.ts'
import { wrappers } from './sites/wrappers.ts'

type ShopTypeCodes = Readonly<Record<string, ShopType>>
type AgentRules = {
  paths?: readonly string[]
  readings?: readonly LinkRule[]
  ids?: readonly string[]
  shops?: readonly string[]
  wraps?: readonly string[]
  codes?: ShopTypeCodes
  itemsInShopPaths?: boolean
}

function createAgentSite(name: string, hosts: readonly string[], rules: AgentRules = {}): LinkSite {
  const parameters = {
    ids: [...(rules.ids ?? []), ...idParameters],
    shops: [...(rules.shops ?? []), ...shopParameters],
  }
  return {
    ...siteDefaults,
    agent: name,
    hosts,
    readings: [...(rules.readings ?? []), ...(rules.paths ?? []).map((at) => ({ at })), parameters],
    wraps: [...wrapParameters, ...(rules.wraps ?? [])],
    codes: new Map(Object.entries(rules.codes ?? {})),
    itemsInShopPaths: rules.itemsInShopPaths ?? false,
  }
}

/** `item-micro-ID`, `item-1688-ID`, `item-ID`: the longest beginning first, for `item-` fits them all (§5). */
const itemPaths: readonly LinkRule[] = [
  { at: 'item-micro-{id}', shop: 'weidian' },
  { at: 'item-1688-{id}', shop: 'ali_1688' },
  { at: 'item-xianyu-{id}', refusal: 'UNSUPPORTED_MARKETPLACE' },
  { at: 'item-jd-{id}', refusal: 'UNSUPPORTED_MARKETPLACE' },
  { at: 'item-{id}', shop: 'taobao' },
]
const productPath = ['product/{shop}/{id}'] as const
/** HooBuy's numbers, taken over by its successors; a 3 for 1688 is seen too. */
const hoobuyCodes: ShopTypeCodes = { 0: 'ali_1688', 1: 'taobao', 2: 'weidian', 3: 'ali_1688' }
const taobaoFirst: ShopTypeCodes = { 1: 'taobao', 2: 'ali_1688', 3: 'weidian' }
const hubbuycnRules: AgentRules = {
  paths: ['product/item/{shop}/{id}', 'goods/{shop}/{id}', 'index/{shop}/itemid={id}'],
  readings: [{ at: 'taobaoid={id}', shop: 'taobao' }],
  ids: ['tid'],
  shops: ['tp'],
}

/** Agents whose links need no more than the parameters every agent may use, or carry the marketplace's own link. */
const ordinaryAgents = splitWords(`
  cnfans mulebuy joyagoo joyabuy orientdig niuniubox ootdbuy superbuy wegobuy allchinabuy kakobuy hagobuy hegobuy
  fishgoo wemimi itaobuy ossbuy kameymall blikbuy pandabuy pikobuy esgobuy lolobuy spanbuy spreenow
`)
/** Agents with `/product/{shop}/{id}` and HooBuy's numbers for marketplaces. */
const productPathAgents = splitWords('hoobuy hubbuy hipobuy litbuy vigorbuy boonbuy')

const agents: readonly LinkSite[] = [
  ...ordinaryAgents.map((name) => createAgentSite(name, [`${name}.com`])),
  ...productPathAgents.map((name) =>
    createAgentSite(name, [`${name}.com`], { paths: productPath, codes: hoobuyCodes }),
  ),
  createAgentSite('cssbuy', ['cssbuy.com'], { readings: itemPaths, shops: ['type'], itemsInShopPaths: true }),
  createAgentSite('fansbuy', ['fansbuy.com'], { readings: itemPaths }),
  createAgentSite('pingubuy', ['pingubuy.com'], { readings: itemPaths }),
  createAgentSite('acbuy', ['acbuy.com'], { shops: ['source'] }),
  createAgentSite('npbuy', ['npbuy.com'], { shops: ['source'] }),
  createAgentSite('oopbuy', ['oopbuy.com'], {
    paths: productPath,
    codes: hoobuyCodes,
    ids: ['spuno'],
    shops: ['channelid'],
  }),
  createAgentSite('gtbuy', ['gtbuy.com'], { paths: productPath, codes: hoobuyCodes, ids: ['keyword'] }),
  // Two numberings are in use; they do not collide.
  createAgentSite('usfans', ['usfans.com'], {
    paths: productPath,
    codes: { 1: 'ali_1688', 2: 'taobao', 3: 'weidian', 4: 'ali_1688', 5: 'taobao', 6: 'taobao' },
  }),
  createAgentSite('lovegobuy', ['lovegobuy.com'], { readings: [{ at: '/detail', refusal: 'OTHER_SITE' }] }),
  createAgentSite('cnshopper', ['cnshopper.com'], { ids: ['keyword'] }),
  createAgentSite('basetao', ['basetao.com'], { paths: ['products/agent/{shop}/{id}'] }),
  createAgentSite('ponybuy', ['ponybuy.com'], {
    paths: ['products/{shop}/{id}'],
    codes: taobaoFirst,
    ids: ['product_id'],
  }),
  createAgentSite('panglobalbuy', ['panglobalbuy.com'], {
    codes: taobaoFirst,
    ids: ['offerid'],
    shops: ['type'],
  }),
  createAgentSite('sifubuy', ['sifubuy.com'], {
    codes: { 1: 'ali_1688', 2: 'taobao', 4: 'weidian' },
    shops: ['type'],
  }),
  createAgentSite('hubbuycn', ['hubbuycn.com'], hubbuycnRules),
  createAgentSite('eastmallbuy', ['eastmallbuy.com'], hubbuycnRules),
  createAgentSite('bbdbuy', ['bbdbuy.com', 'bbdbuyeu.com'], hubbuycnRules),
  createAgentSite('pantherbuy', ['pantherbuy.com'], { ...hubbuycnRules, itemsInShopPaths: true }),
  createAgentSite('sugargoo', ['sugargoo.com', 'esugargoo.com'], { ids: ['tid'], shops: ['tp'] }),
  createAgentSite('mycnbox', ['mycnbox.com'], { shops: ['malltype'] }),
  createAgentSite('rizzitgo', ['rizzitgo.com'], { codes: { 2: 'taobao', 3: 'weidian' }, shops: ['source'] }),
  createAgentSite('gonestbuy', ['gonest.cn'], {
    readings: [{ at: 'product/{id}', shops: ['platform'] }],
    wraps: ['keyword'],
  }),
  createAgentSite('okeyhaul', ['okeyhaul.com'], { ids: ['spuid'] }),
  createAgentSite('loongbuy', ['loongbuy.com'], {
    readings: [
      { ids: ['weidian'], shop: 'weidian' },
      { ids: ['taobao'], shop: 'taobao' },
      { ids: ['1688'], shop: 'ali_1688' },
    ],
  }),
  createAgentSite('ezbuycn', ['ezbuycn.com'], { wraps: ['key'] }),
  createAgentSite('hippoobuy', ['hippoobuy.com'], { wraps: ['keyword'] }),
  createAgentSite('goatedbuy', ['goatedbuy.com'], { wraps: ['keyword'] }),
  createAgentSite('tigbuy', ['tigbuy.com'], { wraps: ['keywork', 'keyword'] }),
  createAgentSite('yoybuy', ['yoybuy.com'], {
    readings: [{ at: 'itemdetail1688.html', ids: ['offerid'], shop: 'ali_1688' }],
  }),
  createAgentSite('parcelup', ['parcelup.com'], {
    readings: [{ at: 'item.php', ids: ['id'], shop: 'taobao' }],
    itemsInShopPaths: true,
  }),
]

const itemPageHosts = [...weidianShorteners, ...itemPageShorteners]
const followedHosts = shorteners.map(({ host }) => host).filter((host) => !itemPageHosts.includes(host))

/** The unsupported ones pay for clicks, lead anywhere, or no longer exist. */
const shortLinks: LinkSite = {
  ...siteDefaults,
  hosts: [
    ...followedHosts,
    ...splitWords(`
    s.click.taobao.com s.click.tmall.com simba.taobao.com dj.1688.com
    pandabuy.page.link pandabuy.allapp.link t.co tinyurl.com bit.ly goo.gl is.gd t.ly ow.ly cutt.ly rb.gy dub.sh
    lnkd.in t.cn url.cn dwz.cn shorturl.at page.link app.link
`),
  ],
  otherwise: 'SHORT_LINK',
}

/** The whole rule table. */
export const linkSites: readonly LinkSite[] = [
  ...marketplaces,
  ...agents,
  shortLinks,
  otherMarketplaces,
  ...wrappers,
]

/** No name in the web is longer. */
export const maxHostLength = 253

const siteByHost = new Map(linkSites.flatMap((known) => known.hosts.map((host) => [host, known] as const)))

/** The site of a host in lower case: of the host itself, or of a parent domain (§5). */
export function findSite(host: string): LinkSite | undefined {
  if (host.length > maxHostLength) return undefined
  let known = siteByHost.get(host)
  let dot = host.indexOf('.')
  while (known === undefined && dot >= 0) {
    known = siteByHost.get(host.slice(dot + 1))
    dot = host.indexOf('.', dot + 1)
  }
  return known
}

/** Names of marketplaces that agents use beside those of `parseShopType`. */
export const shopNames: ReadonlyMap<string, ShopType> = new Map([
  ['tb', 'taobao'],
  ['tm', 'taobao'],
  ['wd', 'weidian'],
  ['micro', 'weidian'],
  ['al', 'ali_1688'],
  ['ali', 'ali_1688'],
  ['alibaba', 'ali_1688'],
])

/** Marketplaces that some agents buy from and we do not know. */
export const otherShopNames: ReadonlySet<string> = new Set([
  'xianyu',
  'goofish',
  'jd',
  'pdd',
  'pinduoduo',
  'dewu',
])

/** Path segments and parameters of shop pages, at marketplaces and agents alike. */
export const shopSegment = /^(?:shop(?!ping)|store|seller|dianpu|winport|view_shop|offerlist)/
export const shopPageParameters = ['shopid', 'shop_id', 'shop', 'sellerid'] as const

/** First labels of hosts and parameters of pages of results or offers. */
export const searchLabels: ReadonlySet<string> = new Set(['s', 'list', 'search', 'huodong', 'pages', 'sale'])
export const searchParameters = ['keyword', 'keywords', 'q'] as const
