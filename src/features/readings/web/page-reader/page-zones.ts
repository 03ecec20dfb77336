import { resolveAddress } from './dom-access.ts'
import { findOwner, type PageLine } from './page-lines.ts'
import { attribute, listDescendants, type PageNode, type WalkedPage } from './walk-page.ts'

/** Headings of what is not the item itself: other goods, what others wrote or photographed. */
const otherTopics =
  '看了又看|猜你喜欢|猜您喜欢|为[你您]推荐|推荐|相关(?:商品|宝贝)|相似|同类|同款|店铺热|热销|热卖榜|大家都在|还看了|还买了|浏览记录|足迹|搭配|买家秀|晒图|评价|评论|问大家|问答'
const otherTopicsInEnglish =
  'you (?:may|might)|also (?:like|bought|viewed)|similar|related|recommend|more (?:from|like|items)|others? (?:looked|bought|viewed|also)|recently|reviews?\\b|questions|comments|other (?:buyers|customers|shoppers)|best ?sellers|customers who'
const otherHeading = new RegExp(
  `^(?:.{0,6}(?:${otherTopics}).{0,10}|.{0,20}(?:${otherTopicsInEnglish}).{0,24})$`,
  'iu',
)
/** The beginning of what another person wrote. */
const othersWord = /^(?:累计)?(?:评价|评论|问大家|买家|匿名|reviews?\b|rated\b|question\b)/iu
const onlyOtherTopic = new RegExp(
  `^[\\p{L} ]{0,4}(?:${otherTopics}|${otherTopicsInEnglish})[\\p{P}\\s]*$`,
  'iu',
)
/** Classes of the same. */
const otherClass =
  /(?:^|[-_\s])(?:recommend\w*|related|similar|reviews?|rates?-?list|comments?|feedbacks?|guess\w*|sponsor\w*|breadcrumbs?|footer|sidebar|site-?nav|top-?nav|navbar)(?:$|[-_\s])/i
const otherTags = new Set(['nav', 'footer', 'aside', 'header'])
const imageFile = /\.(?:jpe?g|png|webp|avif)(?:$|[_!@])/i

/** Marks what is not about the item: by element, by class, by the heading above it, by a link to another page. */
export function markOtherParts(page: WalkedPage, lines: readonly PageLine[]): void {
  for (const node of page.nodes) if (isOtherByItself(page, node)) markWhole(page, node)
  for (const line of lines) {
    const owner = findOwner(line, 0)
    const isHeading = line.text.length <= 60 && otherHeading.test(line.text) && !/[¥￥$€]/.test(line.text)
    if (owner && !owner.isOther && (isHeading || othersWord.test(line.text)))
      markBelowHeading(page, owner, line)
  }
}

function isOtherByItself(page: WalkedPage, node: PageNode): boolean {
  if (node.isOther) return false
  if (node.tag === 'a') return isLinkElsewhere(page.document, node)
  if (/\breview|\bauthor|\bcomment/i.test(attribute(node, 'itemprop'))) return true
  const isHeaderOfItem = node.tag === 'header' && hasHeading(page, node)
  return (
    (otherTags.has(node.tag) && !isHeaderOfItem) || otherClass.test(attribute(node, 'class').slice(0, 300))
  )
}

function hasHeading(page: WalkedPage, node: PageNode): boolean {
  return listDescendants(page, node).some(({ tag }) => tag === 'h1')
}

/** Whether a link opens another page than this one; a picture's own address is none. */
export function isLinkElsewhere(document: Document, node: PageNode): boolean {
  const url = resolveAddress(attribute(node, 'href'), document)
  const { host, pathname, search } = document.location
  if (!url || !/^https?:$/.test(url.protocol) || imageFile.test(url.pathname)) return false
  return url.host !== host || url.pathname !== pathname || hasOtherItem(url, search)
}

function hasOtherItem(url: URL, search: string): boolean {
  const here = new URLSearchParams(search)
  return [...url.searchParams].some(
    ([name, value]) => /id$/i.test(name) && !/sku/i.test(name) && here.has(name) && here.get(name) !== value,
  )
}

function markWhole(page: WalkedPage, node: PageNode): void {
  node.isOther = true
  for (const inner of listDescendants(page, node)) inner.isOther = true
}

/** From the heading up to the end of what contains it, or to the next heading where that also contains the item's. */
function markBelowHeading(page: WalkedPage, owner: PageNode, line: PageLine): void {
  let heading = owner
  if (owner.end - owner.index > 40) return
  if (!otherHeading.test(line.text)) {
    // A sentence of another person's is no heading.
    markWhole(page, owner)
    return
  }
  while (
    heading.parent &&
    heading.parent.firstText === owner.firstText &&
    holdsOnly(page, heading.parent, line)
  )
    heading = heading.parent
  const section = heading.parent
  if (!section || heading.isOther) return
  const isWide = section.tag === 'body' || section.tag === 'main' || hasHeading(page, section)
  if (isWide && !/^h[2-6]$/.test(heading.tag) && !onlyOtherTopic.test(line.text)) {
    if (othersWord.test(line.text.trim())) markWhole(page, heading)
    return
  }
  let hasBegun = false
  for (const part of section.children) {
    if (part === heading) hasBegun = true
    else if (hasBegun && isWide && /^h[1-6]$/.test(part.tag)) break
    if (hasBegun) markWhole(page, part)
  }
}

/** Whether an element has no text beside the heading's line. */
function holdsOnly(page: WalkedPage, node: PageNode, line: PageLine): boolean {
  return page.texts
    .slice(node.firstText, node.endText)
    .every(({ owner }) => line.parts.some((part) => part.owner === owner))
}
