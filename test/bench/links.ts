import { pathToFileURL } from 'node:url'
import { parseLink } from '#features/product-links/parse-link.ts'

/** How fast links are parsed: texts per second on one core, and the slowest of texts built to be slow. */
type LinkFigures = {
  plainPerSecond: number
  mixedPerSecond: number
  worstMs: number
  worstInput: string
}

const forms: readonly ((id: number) => string)[] = [
  (id) => `https://item.taobao.com/item.htm?id=${id}`,
  (id) => `https://weidian.com/item.html?itemID=${id}`,
  (id) => `https://detail.1688.com/offer/${id}.html`,
  (id) => `https://cnfans.com/product/?shop_type=weidian&id=${id}`,
]
const otherForms: readonly ((id: number) => string)[] = [
  (id) =>
    `https://www.superbuy.com/en/page/buy?from=a&url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D${id}`,
  (id) =>
    `https://www.sugargoo.com/#/home/productDetail?productLink=https%253A%252F%252Fweidian.com%252Fitem.html%253FitemID%253D${id}`,
  (id) =>
    `【我的微店】新款卫衣 https://shop186.v.weidian.com/item.html?itemID=${id}&wfr=wxh5 打开微店APP查看`,
  (id) => `W2C hoodie: https://www.cssbuy.com/item-micro-${id}.html, also`,
  (id) => `https://wei dian.co m/item.html?itemID=${id}`,
  (id) => `https://m.tb.cn/h.${id}`,
  (id) => `https://www.tiktok.com/@someone/video/${id}`,
]

/** Fills the 8,192 characters that are read with what costs a parser most. */
function slowTexts(): [name: string, text: string][] {
  const fill = (start: string, part: string, end = '') =>
    start + part.repeat(Math.floor((8192 - start.length - end.length) / part.length)) + end
  const agent = 'https://cnfans.com/product?'
  return [
    ['letters', fill('', 'a')],
    ['words', fill('', 'a ')],
    ['links', fill('', 'http://a ')],
    ['known hosts', fill('', 't.co ')],
    ['commas', fill('', ',https:/')],
    ['labels', fill('https://', 'a.', 'weidian.com/')],
    ['long hosts', fill('', `${'a.'.repeat(120)}com `)],
    ['segments', fill('https://usfans.com/', 'product/')],
    ['slashes', fill('https://weidian.com', '/')],
    ['backslashes', fill('https://weidian.com', '\\')],
    ['parameters', fill(agent, 'a=1&')],
    ['names', fill(agent, 'a&')],
    ['ampersands', fill(agent, '&')],
    ['nested links', fill('', `${agent}url=`)],
    ['five nested, many parameters', fill(`${agent}url=`.repeat(5), 'url=%25&')],
    ['empty wrappers', fill(agent, 'url=%25&')],
    ['texts in wrappers', fill(agent, 'url=http%20&')],
    ['percents', fill(`${agent}url=`, '%25')],
    ['deep percents', fill(`${agent}url=%`, '25')],
    ['broken escapes', fill(`${agent}url=`, '%E0%A4%A')],
    ['HTML', fill(agent, '&amp;')],
    ['telephones', fill('', '[1](tel:1)')],
    ['half telephones', fill('', '[1](tel:')],
    ['blanks', fill('', ' ')],
    ['broken schemes', fill('', 'h t t p ')],
    ['broken link', fill('http:/', ' a')],
    ['zero-width', fill('', '\u200b')],
    ['Chinese', fill('', '，微')],
    ['halves', fill('', '\ud800')],
    ['quotes behind a number', fill('https://weidian.com/item.html?itemID=1', "'")],
    ['digits', fill('https://weidian.com/item.html?itemID=', '1')],
    ['escaped marks', fill('', '\\_')],
    ['escaped dots', fill('https://', 'a.b\\.')],
    ['links in any parameter', fill('https://x.example/r?', 'u=https%3A%2F%2Fa.b%2F&')],
    ['nested redirects', fill('', 'https://x.example/r?u=')],
    ['redirects', fill('', 'https://x.example/r?a=https://weidian.com/&b=https://weidian.com/ ')],
    ['sign-in pages', fill('https://login.taobao.com/m?', 'u=https%3A%2F%2Flogin.taobao.com%2F%3Fu%3D&')],
    ['app links', fill('', 'taobao://a.b ')],
    ['schemes', fill('', 'x://a ')],
    ['full-width marks', fill('', '：／ ')],
    ['full-width links', fill('', 'https：//a.b/ ')],
    ['codes', fill('', '￥aB1cD2eF3')],
    ['words of apps', fill('', '复制')],
    ['brackets', fill('', ']')],
    ['archives', fill('', 'https://web.archive.org/web/1/')],
    ['1 MB', 'https://weidian.com/'.repeat(52_429)],
  ]
}

function perSecond(texts: readonly string[]): number {
  let best = 0
  for (let round = 0; round < 8; round++) {
    const start = performance.now()
    for (const text of texts) parseLink(text)
    best = Math.max(best, texts.length / ((performance.now() - start) / 1000))
  }
  return Math.round(best)
}

function texts(from: readonly ((id: number) => string)[]): string[] {
  return Array.from(
    { length: 40_000 },
    (_, index) => from[index % from.length]?.(7_000_000_000 + index) ?? '',
  )
}

/** The median of five readings, so that a pause of the machine is not taken for a slow text. */
function milliseconds(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    parseLink(text)
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[2] ?? 0
}

export function benchLinks(): LinkFigures {
  const plainPerSecond = perSecond(texts(forms))
  const mixedPerSecond = perSecond(texts([...forms, ...otherForms]))
  let worst = { worstMs: 0, worstInput: '' }
  for (const [worstInput, text] of slowTexts()) {
    const worstMs = milliseconds(text)
    if (worstMs > worst.worstMs) worst = { worstMs, worstInput }
  }
  return { plainPerSecond, mixedPerSecond, ...worst }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(benchLinks())
