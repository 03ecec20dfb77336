import type { ShopType } from '#shared/marketplaces.ts'
import {
  idParameters,
  type LinkRule,
  type LinkSite,
  shopParameters,
  siteDefaults,
  splitWords,
  wrapParameters,
} from './link-site.ts'

type ShopTypeCodes = Readonly<Record<string, ShopType>>
type AgentSiteOptions = {
  paths?: readonly string[]
  rules?: readonly LinkRule[]
  ids?: readonly string[]
  shops?: readonly string[]
  wraps?: readonly string[]
  codes?: ShopTypeCodes
  itemsInShopPaths?: boolean
}

function createAgentSite(name: string, hosts: readonly string[], options: AgentSiteOptions = {}): LinkSite {
  const parameters = {
    ids: [...(options.ids ?? []), ...idParameters],
    shops: [...(options.shops ?? []), ...shopParameters],
  }
  return {
    ...siteDefaults,
    agent: name,
    hosts,
    rules: [...(options.rules ?? []), ...(options.paths ?? []).map((at) => ({ at })), parameters],
    wraps: [...wrapParameters, ...(options.wraps ?? [])],
    codes: new Map(Object.entries(options.codes ?? {})),
    itemsInShopPaths: options.itemsInShopPaths ?? false,
  }
}

/** `item-micro-ID`, `item-1688-ID`, `item-ID`: the longest prefix comes first, because `item-` matches all of them (§5). */
const itemPaths: readonly LinkRule[] = [
  { at: 'item-micro-{id}', shop: 'weidian' },
  { at: 'item-1688-{id}', shop: 'ali_1688' },
  { at: 'item-xianyu-{id}', errorCode: 'UNSUPPORTED_MARKETPLACE' },
  { at: 'item-jd-{id}', errorCode: 'UNSUPPORTED_MARKETPLACE' },
  { at: 'item-{id}', shop: 'taobao' },
]
const productPath = ['product/{shop}/{id}'] as const
/** HooBuy's marketplace numbers, which its successors use too. 3 for 1688 also occurs. */
const hoobuyCodes: ShopTypeCodes = { 0: 'ali_1688', 1: 'taobao', 2: 'weidian', 3: 'ali_1688' }
const taobaoFirstCodes: ShopTypeCodes = { 1: 'taobao', 2: 'ali_1688', 3: 'weidian' }
const hubbuycnOptions: AgentSiteOptions = {
  paths: ['product/item/{shop}/{id}', 'goods/{shop}/{id}', 'index/{shop}/itemid={id}'],
  rules: [{ at: 'taobaoid={id}', shop: 'taobao' }],
  ids: ['tid'],
  shops: ['tp'],
}

/** Agents whose links use only the common parameters, or contain the marketplace's link. */
const commonAgents = splitWords(`
  cnfans mulebuy joyagoo joyabuy orientdig niuniubox ootdbuy superbuy wegobuy allchinabuy kakobuy hagobuy hegobuy
  fishgoo wemimi itaobuy ossbuy kameymall blikbuy pandabuy pikobuy esgobuy lolobuy spanbuy spreenow
`)
/** Agents with `/product/{shop}/{id}` and HooBuy's numbers for marketplaces. */
const productPathAgents = splitWords('hoobuy hubbuy hipobuy litbuy vigorbuy boonbuy')

/** The rules of the known agents' links: `source=AL` of an acbuy link is one of `shopNames`. */
export const agentSites: readonly LinkSite[] = [
  ...commonAgents.map((name) => createAgentSite(name, [`${name}.com`])),
  ...productPathAgents.map((name) =>
    createAgentSite(name, [`${name}.com`], { paths: productPath, codes: hoobuyCodes }),
  ),
  createAgentSite('cssbuy', ['cssbuy.com'], { rules: itemPaths, shops: ['type'], itemsInShopPaths: true }),
  createAgentSite('fansbuy', ['fansbuy.com'], { rules: itemPaths }),
  createAgentSite('pingubuy', ['pingubuy.com'], { rules: itemPaths }),
  createAgentSite('acbuy', ['acbuy.com'], { shops: ['source'] }),
  createAgentSite('npbuy', ['npbuy.com'], { shops: ['source'] }),
  createAgentSite('oopbuy', ['oopbuy.com'], {
    paths: productPath,
    codes: hoobuyCodes,
    ids: ['spuno'],
    shops: ['channelid'],
  }),
  createAgentSite('gtbuy', ['gtbuy.com'], { paths: productPath, codes: hoobuyCodes, ids: ['keyword'] }),
  // Two numberings are in use. They do not conflict.
  createAgentSite('usfans', ['usfans.com'], {
    paths: productPath,
    codes: { 1: 'ali_1688', 2: 'taobao', 3: 'weidian', 4: 'ali_1688', 5: 'taobao', 6: 'taobao' },
  }),
  createAgentSite('lovegobuy', ['lovegobuy.com'], { rules: [{ at: '/detail', errorCode: 'OTHER_SITE' }] }),
  createAgentSite('cnshopper', ['cnshopper.com'], { ids: ['keyword'] }),
  createAgentSite('basetao', ['basetao.com'], { paths: ['products/agent/{shop}/{id}'] }),
  createAgentSite('ponybuy', ['ponybuy.com'], {
    paths: ['products/{shop}/{id}'],
    codes: taobaoFirstCodes,
    ids: ['product_id'],
  }),
  createAgentSite('panglobalbuy', ['panglobalbuy.com'], {
    codes: taobaoFirstCodes,
    ids: ['offerid'],
    shops: ['type'],
  }),
  createAgentSite('sifubuy', ['sifubuy.com'], {
    codes: { 1: 'ali_1688', 2: 'taobao', 4: 'weidian' },
    shops: ['type'],
  }),
  createAgentSite('hubbuycn', ['hubbuycn.com'], hubbuycnOptions),
  createAgentSite('eastmallbuy', ['eastmallbuy.com'], hubbuycnOptions),
  createAgentSite('bbdbuy', ['bbdbuy.com', 'bbdbuyeu.com'], hubbuycnOptions),
  createAgentSite('pantherbuy', ['pantherbuy.com'], { ...hubbuycnOptions, itemsInShopPaths: true }),
  createAgentSite('sugargoo', ['sugargoo.com', 'esugargoo.com'], { ids: ['tid'], shops: ['tp'] }),
  createAgentSite('mycnbox', ['mycnbox.com'], { shops: ['malltype'] }),
  createAgentSite('rizzitgo', ['rizzitgo.com'], { codes: { 2: 'taobao', 3: 'weidian' }, shops: ['source'] }),
  createAgentSite('gonestbuy', ['gonest.cn'], {
    rules: [{ at: 'product/{id}', shops: ['platform'] }],
    wraps: ['keyword'],
  }),
  createAgentSite('okeyhaul', ['okeyhaul.com'], { ids: ['spuid'] }),
  createAgentSite('loongbuy', ['loongbuy.com'], {
    rules: [
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
    rules: [{ at: 'itemdetail1688.html', ids: ['offerid'], shop: 'ali_1688' }],
  }),
  createAgentSite('parcelup', ['parcelup.com'], {
    rules: [{ at: 'item.php', ids: ['id'], shop: 'taobao' }],
    itemsInShopPaths: true,
  }),
]

/** Agents' names of marketplaces in addition to those of `parseShopType`. */
export const shopNames: ReadonlyMap<string, ShopType> = new Map([
  ['tb', 'taobao'],
  ['tm', 'taobao'],
  ['wd', 'weidian'],
  ['micro', 'weidian'],
  ['al', 'ali_1688'],
  ['ali', 'ali_1688'],
  ['alibaba', 'ali_1688'],
])

/** Unsupported marketplaces that some agents buy from. */
export const otherShopNames: ReadonlySet<string> = new Set([
  'xianyu',
  'goofish',
  'jd',
  'pdd',
  'pinduoduo',
  'dewu',
])
