import { appLabel, shopPromise } from '#features/product-links/hints/title-words.ts'
import { readingLimits } from '../../page-reading.ts'
import { cleanReadText } from '../../read-text.ts'
import { readWindowTitle } from './dom-access.ts'
import type { PageLine } from './page-lines.ts'
import type { OpenGraph, StructuredData } from './structured-data.ts'
import { attribute, listTexts, type PageNode, type WalkedPage } from './walk-page.ts'

/** Titles of pages that say nothing of the item. */
const generic =
  /^(?:商品(?:详情|页面?|信息)?|宝贝(?:详情)?|详情页?|产品(?:详情)?|订单(?:详情)?|加载中|正在加载|请稍[候后]|载入中|loading|please wait|just a moment|微店|淘宝网?|天猫|1688|阿里巴巴|首页|(?:product|item|order|goods)s?(?: (?:details?|page|info))?|details?|shop|store|home|page|untitled|undefined|null)$/i
/** What a shop promises or awards itself, as a piece of its own. */
const promise =
  /^(?:[「【(（[]?(?:包邮|免邮|金牌|银牌|皇冠|天猫|淘宝|旗舰店?|官方|正品|现货|新品|热卖|爆款|自营|实力商家|工厂|品牌|free shipping|official|new|hot|sale|best ?seller|top rated|gold seller|verified)[^\p{L}\p{N}]*)$/iu
const leadingPromise =
  /^(?:[「【(（[](?:包邮|免邮|金牌|正品|现货|官方|新品|热卖|爆款|全国包邮|free shipping|official)[^」】)）\]]{0,8}[」】)）\]]\s*)+/iu
const separators = /\s*[|｜_–—·•:：]\s*|\s+-\s+|-(?=[^-]{1,24}$)/
const noTitle =
  /[¥￥$€]\s?\d|已售|销量|月销|成交|库存|运费|配送|数量|加入|购买|立即|登录|logged in|sold|add to|buy now|shipping|ship to|delivery/i

export type TitleSources = {
  data: StructuredData | undefined
  graph: OpenGraph
  page: WalkedPage
  lines: readonly PageLine[]
}
export type PageTitle = {
  title: string | null
  /** Its line on the page, where it is one. */
  line: number | undefined
  /** The page calls its item so in Open Graph, so that its pictures there are the item's. */
  isInGraph: boolean
}

/** The item's name: for programs, else the heading, else what the window's title begins with. */
export function findPageTitle({ data, graph, page, lines }: TitleSources): PageTitle {
  const heading = findHeading(page)
  const windowTitle = clean(readWindowTitle(page.document))
  const graphTitle = acceptGraphTitle(graph, heading, windowTitle)
  const title =
    toTitle(data?.title) ?? toTitle(graphTitle) ?? heading ?? findInWindowTitle(windowTitle, page) ?? null
  const line = title === null ? undefined : lines.find(({ text }) => text.includes(title.slice(0, 40)))?.index
  return { title, line, isInGraph: graphTitle !== null }
}

/** The longest line near the price that can be a name, in large letters or close to it. */
export function findTitleNearPrice(lines: readonly PageLine[], price: number | undefined): string | null {
  if (price === undefined) return null
  const near = lines.slice(Math.max(0, price - 6), price + 6).filter((line) => line.index !== price)
  const scored = near.flatMap((line) => {
    const text = toTitle(joinWithoutPromises(line.parts.map(({ start, end }) => line.text.slice(start, end))))
    const owner = line.parts[0]?.owner
    if (!text || !owner || owner.isOther || text.length < 8 || noTitle.test(text) || owner.tag === 'button')
      return []
    return [{ text, score: Math.min(text.length, 40) + owner.fontSize - 3 * Math.abs(line.index - price) }]
  })
  return scored.toSorted((a, b) => b.score - a.score)[0]?.text ?? null
}

function clean(text: string): string {
  return cleanReadText(text, readingLimits.title) ?? ''
}

/** A name without a leading promise; null for what names no item. */
function toTitle(text: string | null | undefined): string | null {
  const title = clean((text ?? '').replace(leadingPromise, ''))
  return /\p{L}/u.test(title) && !isGeneric(title) ? title : null
}

function isGeneric(title: string): boolean {
  const name = title.replaceAll(/[.…。\s]+$/g, '')
  return generic.test(name) || appLabel.test(name)
}

/** Null where it names the shop: the site's own name, or only the tail of the window's title. */
function acceptGraphTitle(
  { title, siteName }: OpenGraph,
  heading: string | null,
  windowTitle: string,
): string | null {
  if (title === null || title === siteName || isGeneric(title)) return null
  const bare = stripTail(title, siteName)
  if (heading === null) {
    const isTail = windowTitle.length > title.length && windowTitle.endsWith(title)
    return isTail && !isGeneric(windowTitle) ? null : bare
  }
  if (shareWords(bare, heading)) return bare
  const [head = ''] = windowTitle.split(separators)
  return head !== '' && !isGeneric(head) && shareWords(bare, head) && !shareWords(heading, head) ? bare : null
}

function stripTail(title: string, siteName: string | null): string {
  if (!siteName || !title.endsWith(siteName)) return title
  return title.slice(0, -siteName.length).replace(/[\s|｜_–—·•:：-]+$/, '') || title
}

/** Whether one of two texts contains the beginning of the other. */
function shareWords(first: string, second: string): boolean {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()]
  const length = Math.min(a.length, b.length, 12)
  return length > 1 && (a.includes(b.slice(0, length)) || b.includes(a.slice(0, length)))
}

/** The first heading that names something, without promises; its own `title` where its text was cut. */
function findHeading(page: WalkedPage): string | null {
  for (const name of ['h1', 'h2']) {
    const headings = page.nodes.filter((node) => isHeading(node, name) && !node.isOther && !node.isHidden)
    const texts = headings.flatMap((node) => toTitle(readHeading(page, node)) ?? [])
    const windowTitle = clean(readWindowTitle(page.document))
    const confirmed = texts.find((text) => windowTitle.startsWith(text.slice(0, 20)))
    if (name === 'h1' && texts[0] !== undefined) return confirmed ?? texts[0]
    if (confirmed !== undefined) return confirmed
  }
  return null
}

function isHeading(node: PageNode, name: string): boolean {
  return (
    node.tag === name ||
    (attribute(node, 'role') === 'heading' && attribute(node, 'aria-level') === name.slice(1))
  )
}

function readHeading(page: WalkedPage, node: PageNode): string {
  const pieces = listTexts(page, node)
    .filter(({ line, owner }) => line !== undefined && !owner.isStruck)
    .map(({ text, gap }) => gap + text)
  const text = clean(joinWithoutPromises(pieces))
  const whole = clean(attribute(node, 'title'))
  const start = text.replace(/[.…]+$/, '')
  return start.length < text.length && whole.startsWith(start) ? whole : text
}

function joinWithoutPromises(pieces: readonly string[]): string {
  const names = pieces.filter(
    (piece) => !promise.test(piece.trim()) && !(shopPromise.test(piece.trim()) && piece.trim().length < 8),
  )
  return (names.length > 0 ? names : pieces).join('')
}

/** What the window's title begins with, as it also stands on the page; else its first part where it has a tail. */
function findInWindowTitle(windowTitle: string, page: WalkedPage): string | null {
  const texts = page.texts.filter(({ line, owner }) => line !== undefined && !owner.isOther)
  const onPage = texts
    .map(({ text }) => clean(text))
    .filter((text) => text.length >= 4 && windowTitle.startsWith(text))
  const longest = onPage.toSorted((a, b) => b.length - a.length)[0]
  if (longest !== undefined && toTitle(longest) !== null) return toTitle(longest)
  const [head = ''] = windowTitle.split(separators)
  return head.length >= 6 ? toTitle(head) : null
}
