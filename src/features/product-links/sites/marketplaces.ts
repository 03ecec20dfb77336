import { itemPageShorteners, weidianShorteners } from '../link-shorteners.ts'
import { type LinkRule, type LinkSite, siteDefaults, splitWords } from './link-site.ts'

const taobaoRules: readonly LinkRule[] = [
  { at: '*idlefish*', errorCode: 'UNSUPPORTED_MARKETPLACE' },
  { at: '2shou', errorCode: 'UNSUPPORTED_MARKETPLACE' },
  { at: 'item/{id}', shop: 'taobao' },
  { at: '/i{id}', shop: 'taobao' },
  { at: '*item*', ids: ['id', 'itemid'], shop: 'taobao' },
  { at: '*detail*', ids: ['id', 'itemid'], shop: 'taobao' },
  { at: 'share_page', ids: ['targetid'], shops: ['targettype'] },
]
const weidianRules: readonly LinkRule[] = [
  { ids: ['itemid'], shop: 'weidian' },
  { at: '/i/{id}', shop: 'weidian' },
  { at: '/item/{id}', shop: 'weidian' },
  { at: '/s/{id}', errorCode: 'SHOP_PAGE' },
]
const offerRules: readonly LinkRule[] = [
  { at: 'offer/{id}', shop: 'ali_1688' },
  { at: 'offerdetail/{id}', shop: 'ali_1688' },
  { ids: ['offerid'], shop: 'ali_1688' },
  { at: 'offer', ids: ['id'], shop: 'ali_1688' },
]

/** The marketplaces, with the other domains of the same items: Tmall's pharmacy, Koudai, the Chinese Alibaba. */
export const marketplaces: readonly LinkSite[] = [
  {
    ...siteDefaults,
    hosts: ['taobao.com'],
    rules: taobaoRules,
    wraps: ['targeturl'],
    codes: new Map([['item', 'taobao']]),
    shopLabel: /^(?:shop|store)/,
  },
  // Coupon pages. The URL names the item, or contains only a token for it.
  {
    ...siteDefaults,
    hosts: ['uland.taobao.com'],
    rules: [{ ids: ['itemid', 'item_id', 'id'], shop: 'taobao' }],
    defaultErrorCode: 'HIDDEN_ID',
  },
  {
    ...siteDefaults,
    hosts: ['tmall.com', 'tmall.hk', '95095.com', 'liangxinyao.com'],
    rules: taobaoRules,
    shopLabel: /^(?!(?:www|m|h5|detail|chaoshi|login|pass|world|item|page|act)$)/,
  },
  {
    ...siteDefaults,
    hosts: ['1688.com', 'china.alibaba.com'],
    rules: offerRules,
    shopLabel: /^(?!(?:www|m|h5|detail|login|passport|work|air|show|global|page)$)/,
  },
  {
    ...siteDefaults,
    hosts: ['weidian.com', 'koudai.com', 'vdian.com'],
    rules: weidianRules,
    shopLabel: /^(?!(?:www|m|h5|sso|d|v|wd|wdb-applink|passport)$)/,
    shopParameter: 'userid',
  },
  // Item pages when the URL has an item number, else short links.
  {
    ...siteDefaults,
    hosts: weidianShorteners,
    rules: weidianRules.slice(0, 1),
    defaultErrorCode: 'SHORT_LINK',
  },
  { ...siteDefaults, hosts: itemPageShorteners, rules: offerRules, defaultErrorCode: 'SHORT_LINK' },
]

/** Marketplaces that are recognized but not supported. */
export const otherMarketplaces: LinkSite = {
  ...siteDefaults,
  hosts: splitWords(`
  goofish.com 2.taobao.com jd.com jd.hk yangkeduo.com pinduoduo.com dewu.com poizon.com vip.com
  suning.com alibaba.com aliexpress.com aliexpress.us dhgate.com
`),
  defaultErrorCode: 'UNSUPPORTED_MARKETPLACE',
}
