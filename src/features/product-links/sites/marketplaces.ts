import { itemPageShorteners, weidianShorteners } from '../link-shorteners.ts'
import { type LinkRule, type LinkSite, siteDefaults, splitWords } from './link-site.ts'

const taobaoReadings: readonly LinkRule[] = [
  { at: '*idlefish*', refusal: 'UNSUPPORTED_MARKETPLACE' },
  { at: '2shou', refusal: 'UNSUPPORTED_MARKETPLACE' },
  { at: 'item/{id}', shop: 'taobao' },
  { at: '/i{id}', shop: 'taobao' },
  { at: '*item*', ids: ['id', 'itemid'], shop: 'taobao' },
  { at: '*detail*', ids: ['id', 'itemid'], shop: 'taobao' },
  { at: 'share_page', ids: ['targetid'], shops: ['targettype'] },
]
const weidianReadings: readonly LinkRule[] = [
  { ids: ['itemid'], shop: 'weidian' },
  { at: '/i/{id}', shop: 'weidian' },
  { at: '/item/{id}', shop: 'weidian' },
  { at: '/s/{id}', refusal: 'SHOP_PAGE' },
]
const offerReadings: readonly LinkRule[] = [
  { at: 'offer/{id}', shop: 'ali_1688' },
  { at: 'offerdetail/{id}', shop: 'ali_1688' },
  { ids: ['offerid'], shop: 'ali_1688' },
  { at: 'offer', ids: ['id'], shop: 'ali_1688' },
]

/** With the names under which they had or have the same items: Tmall's pharmacy, Koudai, the Chinese Alibaba. */
export const marketplaces: readonly LinkSite[] = [
  {
    ...siteDefaults,
    hosts: ['taobao.com'],
    readings: taobaoReadings,
    wraps: ['targeturl'],
    codes: new Map([['item', 'taobao']]),
    shopLabel: /^(?:shop|store)/,
  },
  // Of a coupon, which names its item or has only a token for it.
  {
    ...siteDefaults,
    hosts: ['uland.taobao.com'],
    readings: [{ ids: ['itemid', 'item_id', 'id'], shop: 'taobao' }],
    otherwise: 'HIDDEN_ID',
  },
  {
    ...siteDefaults,
    hosts: ['tmall.com', 'tmall.hk', '95095.com', 'liangxinyao.com'],
    readings: taobaoReadings,
    shopLabel: /^(?!(?:www|m|h5|detail|chaoshi|login|pass|world|item|page|act)$)/,
  },
  {
    ...siteDefaults,
    hosts: ['1688.com', 'china.alibaba.com'],
    readings: offerReadings,
    shopLabel: /^(?!(?:www|m|h5|detail|login|passport|work|air|show|global|page)$)/,
  },
  {
    ...siteDefaults,
    hosts: ['weidian.com', 'koudai.com', 'vdian.com'],
    readings: weidianReadings,
    shopLabel: /^(?!(?:www|m|h5|sso|d|v|wd|wdb-applink|passport)$)/,
    shopParameter: 'userid',
  },
  // Item pages where the URL has a number, else short links.
  {
    ...siteDefaults,
    hosts: weidianShorteners,
    readings: weidianReadings.slice(0, 1),
    otherwise: 'SHORT_LINK',
  },
  { ...siteDefaults, hosts: itemPageShorteners, readings: offerReadings, otherwise: 'SHORT_LINK' },
]

export const otherMarketplaces: LinkSite = {
  ...siteDefaults,
  hosts: splitWords(`
  goofish.com 2.taobao.com jd.com jd.hk yangkeduo.com pinduoduo.com dewu.com poizon.com vip.com
  suning.com alibaba.com aliexpress.com aliexpress.us dhgate.com
`),
  otherwise: 'UNSUPPORTED_MARKETPLACE',
}
