import { SourceError } from '#shared/server/outbound/source-error.ts'
import { getMetaTags } from './html-tags.ts'
import type { InfoSourceResult } from './info-source.ts'
import { normalizeInfo } from './normalize-info.ts'

/** The site's name after the item's title. */
const siteSuffix =
  /\s*[-_|–]\s*(?:淘宝网|淘宝海外|天猫|tmall\.com天猫|taobao|tmall|阿里巴巴|1688(?:\.com)?|alibaba).{0,30}$/i

/** Titles of pages that show no item. */
const siteTitle = /^(?:淘宝|天猫|阿里巴巴|1688|taobao|tmall|alibaba|login|sign in|登录|验证|安全)/i

/** Parts of the URLs and texts of pages that demand a login or a captcha. */
const wallUrl = /(?:^|\.)(?:login|passport|sec)\.|\/(?:member\/)?login|_____tmd_____|\/punish|captcha/i
const wallMarks = [
  '_____tmd_____',
  'x5secdata',
  '/punish?',
  'nocaptcha',
  'captcha',
  'J_LoginBox',
  '安全验证',
  '请登录',
]

/** Parts of the URLs and texts of pages for deleted items. */
const goneUrl = /^error\.item\.|\/noitem/i
const goneMarks = ['您查看的宝贝不存在', '您查看的商品不存在', '商品已下架或不存在', '该商品不存在']

type FetchedPage = { text: string; url: URL }

/**
 * Parses the link-preview tags of a public item page of Taobao, Tmall or 1688. Throws a SourceError for a page that demands
 * a login or a captcha. The state is `unknown` for a page without the tags or about another item.
 */
export function parseMarketplacePage({ text, url }: FetchedPage, itemId: string): InfoSourceResult {
  if (goneUrl.test(url.hostname) || goneUrl.test(url.pathname)) return { state: 'not-found' }
  const meta = getMetaTags(text)
  const title = (meta.get('og:title') ?? '').slice(0, 500).replace(siteSuffix, '')
  const image = meta.get('og:image')
  const isAboutItem = `${url.href} ${meta.get('og:url')}`.includes(itemId)
  if (title && image && isAboutItem && !siteTitle.test(title)) {
    const info = normalizeInfo({
      title,
      price: findPrice(meta),
      currency: meta.get('og:price:currency') ?? meta.get('product:price:currency'),
      images: [image],
    })
    if (info) return { state: 'found', info }
  }
  if (wallUrl.test(url.hostname + url.pathname) || wallMarks.some((mark) => text.includes(mark))) {
    throw new SourceError('bad-body', 'The page demands a login or a captcha instead of showing the item.')
  }
  return { state: goneMarks.some((mark) => text.includes(mark)) ? 'not-found' : 'unknown' }
}

function findPrice(meta: Map<string, string>): string | undefined {
  const names = ['og:product:price', 'product:price:amount', 'og:price:amount', 'og:price']
  return names.map((name) => meta.get(name)).find(Boolean)
}
