import { readingLimits } from '../../page-reading.ts'
import { cleanReadText } from '../../read-text.ts'
import { findAll, isHtml, readWholeText } from './dom-access.ts'
import { isLinkElsewhere } from './page-zones.ts'
import {
  attribute,
  isWithin,
  listDescendants,
  listTexts,
  type PageNode,
  type WalkedPage,
} from './walk-page.ts'

/** Names of axes, at the start or end of a label. */
const axisName =
  /颜色|色彩|配色|色号|花色|尺码|尺寸|码数|鞋码|大小|款式|规格|型号|版本|套餐|容量|内存|材质|口味|香型|味道|轴体|长度|宽度|厚度|口径|度数|适用|图案|类型|类别|组合|分类|colou?rs?\b|sizes?\b|styles?\b|versions?\b|models?\b|lengths?\b|widths?\b|materials?\b|types?\b|variants?\b|options?\b|capacity|patterns?\b|scents?\b|flavou?rs?\b|finish|edition|farbe|größe|kolor|rozmiar|talla|couleur|taille|cor\b|tamanho/i
const choiceClass =
  /(?:^|[-_\s])(?:sku\w*|swatch\w*|props?|prop-?item|specs?|spec-?item|variants?|variation\w*|option\w*|attr\w*|chip\w*|sel-?item)(?:$|[-_\s])|sku|swatch|variant/i
const choiceAttribute =
  /^(?:aria-pressed|aria-checked|aria-selected|data-(?:value|sku|vid|pv|prop|spec|option|variant|color|size)[\w-]*)$/
const placeholder = /^(?:(?:请)?选择|please|choose|select|pick|wähle|wybierz|elige|escolha|-+)|^(?:请选择)/i
const otherLabel =
  /数量|库存|排序|地区|配送|语言|货币|分期|服务|quantity|qty|amount|sort|country|region|language|currency|ship|deliver|page|rating|filter|insurance|service/i
const noName =
  /^(?:[-+−×x<>‹›«»]|\d{1,2}\/\d{1,2}|立即.*|加入.*|收藏|分享|举报|客服|联系.*|购物车|进店|关注|首页|店铺|商品|宝贝|详情|参数|评价|推荐|图文详情|buy.*|add.*|share|save|report|contact.*|chat.*|cart|home|details?|description|reviews?|specifications?|wishlist|faq|help|login|register)$/i
const noPartOfName =
  /^(?:[(（]?(?:库存|剩余?|仅剩|有货|缺货|无货|售罄|售完|已售|热卖|热销|新品|推荐|stock|in stock|out of stock|sold ?out|left|only|hot|new|popular|selected|已选).*|[¥￥$€+]\s?\d.*|\d+\s*(?:件|个)?(?:可售|有货|left|in stock).*)$/i

const compositeTag = /^(?:h[1-6]|ul|ol|dl|dt|fieldset|select|textarea|table|p|form|legend)$/

type VariantAxis = {
  names: string[]
  at: number
  box: PageNode
  options: readonly PageNode[]
  isSure: boolean
}

/** The names that can be chosen, axis by axis in the page's order. Closed sheets are read only where nothing is open. */
export function findVariants(page: WalkedPage, title: string | null): string[][] {
  const axes = [...findSelects(page), ...findRadios(page), ...findTables(page), ...findLists(page, false)]
  const all = axes.length > 0 ? axes : findLists(page, true)
  const ordered = all
    .toSorted((a, b) => a.at - b.at)
    .filter(
      ({ names, box }) =>
        !names.some((name) => name === title) && !all.some((other) => isOptionIn(box, other)),
    )
  return limitNames(dropRepeated(ordered).map(({ names }) => names))
}

/** Whether a list stands within an option of another one. */
function isOptionIn(box: PageNode, { options }: VariantAxis): boolean {
  return options.some((option) => isWithin(box, option))
}

function limitNames(axes: string[][]): string[][] {
  let remaining: number = readingLimits.names
  return axes
    .slice(0, readingLimits.axes)
    .map((names) => {
      const allowed = names.slice(0, remaining)
      remaining -= allowed.length
      return allowed
    })
    .filter((names) => names.length > 0)
}

/** The same choice is often drawn twice: as a list and as a select, or in a sheet. */
function dropRepeated(axes: readonly VariantAxis[]): VariantAxis[] {
  return axes.filter(
    (axis, index) =>
      !axes.slice(0, index).some((other) => axis.names.every((name) => other.names.includes(name))) &&
      !axes.some(
        (other) =>
          other !== axis &&
          other.names.length > axis.names.length &&
          axis.names.every((name) => other.names.includes(name)),
      ),
  )
}

function findSelects(page: WalkedPage): VariantAxis[] {
  return page.nodes.flatMap((node) => {
    if (!isHtml(node.element, 'select') || node.isOther || node.isHidden) return []
    const names = findAll(node.element, 'option', readingLimits.names + 1)
      .map((option) => readWholeText(option).replaceAll(/\s+/g, ' ').trim())
      .filter((text) => !placeholder.test(text))
      .flatMap(toName)
    const label = findFieldLabel(page, node)
    const isNumbers = names.every((name) => /^\d+$/.test(name)) && !axisName.test(label)
    return names.length > 0 &&
      !isNumbers &&
      !otherLabel.test(`${label} ${attribute(node, 'name')} ${attribute(node, 'id')}`)
      ? [{ names: unique(names), at: node.index, box: node, options: [], isSure: true }]
      : []
  })
}

/** A field's name: of its label, its own attribute, or the text before it. */
function findFieldLabel(page: WalkedPage, node: PageNode): string {
  const own = attribute(node, 'aria-label')
  const id = attribute(node, 'id')
  const label = id
    ? page.nodes.find((other) => other.tag === 'label' && attribute(other, 'for') === id)
    : undefined
  const outer = label ?? (node.parent?.tag === 'label' ? node.parent : undefined)
  return `${own} ${outer ? readText(page, outer) : findLabelBefore(page, node)}`.trim()
}

/** Radio buttons of the same name. */
function findRadios(page: WalkedPage): VariantAxis[] {
  const groups = new Map<string, PageNode[]>()
  for (const node of page.nodes) {
    const isRadio = node.tag === 'input' && attribute(node, 'type').toLowerCase() === 'radio'
    if (!isRadio || node.isOther) continue
    const name = attribute(node, 'name')
    groups.set(name, [...(groups.get(name) ?? []), node])
  }
  return [...groups.values()].flatMap((radios) => {
    const [first] = radios
    if (!first || radios.length > readingLimits.names) return []
    const boxes = radios.map((radio) => findRadioLabel(page, radio))
    if (boxes.some((box) => box?.isHidden)) return []
    const names = radios.flatMap((radio, index) =>
      toName(boxes[index] ? readName(page, boxes[index]) : attribute(radio, 'aria-label')),
    )
    const group = findAncestor(
      first,
      (node) => node.tag === 'fieldset' || attribute(node, 'role') === 'radiogroup',
    )
    const legend = group?.children.find(({ tag }) => tag === 'legend')
    const label = legend
      ? readText(page, legend)
      : `${group ? attribute(group, 'aria-label') : ''} ${attribute(first, 'name')}`
    return names.length > 0 && !otherLabel.test(label)
      ? [{ names: unique(names), at: first.index, box: first, options: [], isSure: true }]
      : []
  })
}

function findRadioLabel(page: WalkedPage, radio: PageNode): PageNode | undefined {
  const around = findAncestor(radio, ({ tag }) => tag === 'label')
  const id = attribute(radio, 'id')
  return (
    around ??
    (id ? page.nodes.find((node) => node.tag === 'label' && attribute(node, 'for') === id) : undefined)
  )
}

function findAncestor(node: PageNode, isWanted: (node: PageNode) => boolean): PageNode | undefined {
  let outer = node.parent
  for (let level = 0; outer && level < 8; level++) {
    if (isWanted(outer)) return outer
    outer = outer.parent
  }
  return undefined
}

/** A table with a row for each variant and a field for its quantity. */
function findTables(page: WalkedPage): VariantAxis[] {
  return page.nodes.flatMap((table) => {
    if (table.tag !== 'table' || table.isOther || table.isHidden) return []
    const rows = listDescendants(page, table).filter(({ tag }) => tag === 'tr')
    const ordered = rows.filter((row) =>
      listDescendants(page, row).some(({ tag }) => tag === 'input' || tag === 'button'),
    )
    const names = ordered.flatMap((row) => (row.children[0] ? toName(readName(page, row.children[0])) : []))
    return names.length > 0
      ? [{ names: unique(names), at: table.index, box: table, options: rows, isSure: true }]
      : []
  })
}

/** Elements of one kind beside each other that can be pressed, under the name of an axis or with signs of a choice. */
function findLists(page: WalkedPage, isHidden: boolean): VariantAxis[] {
  const axes: VariantAxis[] = []
  const doubtful: VariantAxis[] = []
  for (const box of page.nodes) {
    if (box.isOther || box.isHidden !== isHidden || box.children.length === 0 || box.children.length > 200)
      continue
    if (/^(?:table|tbody|thead|tr|select|nav|head|html|body|main)$/.test(box.tag)) continue
    for (const run of listRuns(page, box)) {
      const axis = readRun(page, box, run)
      if (axis) (axis.isSure ? axes : doubtful).push(axis)
    }
  }
  return [...axes, ...doubtful.filter((axis) => axes.some((other) => isAlike(axis.box, other.box)))]
}

/** Whether an element is drawn like another one beside it. */
function isAlike(box: PageNode, other: PageNode): boolean {
  if (box.tag !== other.tag || attribute(box, 'class') !== attribute(other, 'class')) return false
  return (
    box.parent === other.parent || (box.parent !== undefined && box.parent.parent === other.parent?.parent)
  )
}

type Run = { label: string; options: PageNode[] }

/** Children that follow each other and look alike, each run with the label before it. */
function listRuns(page: WalkedPage, box: PageNode): Run[] {
  const runs: Run[] = []
  let label = ''
  let options: PageNode[] = []
  const close = () => {
    if (options.length > 0)
      runs.push({ label: label || (runs.length === 0 ? findLabelBefore(page, box) : ''), options })
    options = []
  }
  for (const [index, child] of box.children.entries()) {
    const text = readText(page, child)
    const next = box.children[index + 1]
    const isFirst = options.length === 0 || options[0]?.tag !== child.tag
    if (next && isFirst && isLabelBefore(page, child, next, text)) {
      close()
      label = text
    } else if (isOption(page, child, false) && (options.length === 0 || options[0]?.tag === child.tag))
      options.push(child)
    else {
      close()
      label = isLabelText(text) ? text : ''
    }
  }
  close()
  return runs
}

/** Whether a child names the ones behind it: it is called like an axis, or drawn unlike them. */
function isLabelBefore(page: WalkedPage, child: PageNode, next: PageNode, text: string): boolean {
  if (!isLabelText(text)) return false
  if (isAxis(text)) return true
  return (child.tag !== next.tag || !sharesClass(child, next)) && !isChoice(page, child)
}

function sharesClass(first: PageNode, second: PageNode): boolean {
  const [a, b] = [first, second].map((node) => attribute(node, 'class').split(/\s+/))
  return Boolean(a?.some((name) => b?.includes(name)))
}

/** Whether a text is an axis' name and little more. */
function isAxis(text: string): boolean {
  return axisName.test(text) && text.replace(axisName, '').trim().length <= 6
}

function isLabelText(text: string): boolean {
  return text.length > 0 && text.length <= 24 && !/[¥￥$€]|\d{3}/.test(text)
}

/** Whether a child can be an option: small, with a short name. `isMarked`: with a sign that it can be chosen. */
function isOption(page: WalkedPage, node: PageNode, isMarked: boolean): boolean {
  if (
    node.end - node.index > 16 ||
    node.isOther ||
    /^(?:input|textarea|h1|h2|script|br|hr|p|ul|ol|dl|table|form|iframe|legend|dt)$/.test(node.tag)
  )
    return false
  if (readingLimits.name < readText(page, node).length || isComposite(page, node)) return false
  if (isMarked && !isChoice(page, node)) return false
  return toName(readName(page, node)).length > 0
}

/** Whether an element has parts of its own: a heading, a list, several lines. */
function isComposite(page: WalkedPage, node: PageNode): boolean {
  if (listDescendants(page, node).some(({ tag }) => compositeTag.test(tag))) return true
  const { size } = new Set(listTexts(page, node).flatMap(({ line }) => line ?? []))
  const [first, second] = node.children
  const isList = first && second && first.tag === second.tag && sharesClass(first, second)
  return size > 2 || (size > 1 && isList === true)
}

function isChoice(page: WalkedPage, node: PageNode): boolean {
  const parts = [node, ...listDescendants(page, node)]
  return parts.some(
    (part) =>
      /^(?:radio|option)$/.test(attribute(part, 'role')) ||
      part.element.getAttributeNames().some((name) => choiceAttribute.test(name)) ||
      choiceClass.test(attribute(part, 'class').slice(0, 200)),
  )
}

function readRun(page: WalkedPage, box: PageNode, { label, options }: Run): VariantAxis | undefined {
  const names = options.flatMap((option) => toName(readName(page, option)))
  if (
    names.length === 0 ||
    otherLabel.test(label) ||
    options.some((option) => hasLinkElsewhere(page, option))
  )
    return undefined
  if (new Set(names).size < names.length / 2) return undefined
  const isNamed = label !== '' && axisName.test(label)
  const marked = options.filter((option) => isChoice(page, option)).length
  const pictured = options.filter((option) => hasPicture(page, option)).length
  const pressed = options.filter((option) => canBePressed(page, option)).length
  const score =
    (isNamed ? 3 : label === '' ? 0 : 1) +
    (marked * 2 > options.length ? 2 : 0) +
    (pictured === options.length ? 2 : pictured > 0 ? 1 : 0) +
    (pressed === options.length ? 1 : 0) +
    (choiceClass.test(attribute(box, 'class').slice(0, 200)) ? 1 : 0)
  if (options.length === 1 && score < 5) return undefined
  if (box.isHidden && !isNamed) return undefined
  const isSure = score >= 3 || (pictured === options.length && options.length > 1 && box.tag === 'ul')
  return label === '' && !isSure
    ? undefined
    : { names: unique(names), at: options[0]?.index ?? box.index, box, options, isSure }
}

function hasLinkElsewhere(page: WalkedPage, option: PageNode): boolean {
  return [option, ...listDescendants(page, option)].some(
    (node) => node.tag === 'a' && isLinkElsewhere(page.document, node),
  )
}

function hasPicture(page: WalkedPage, option: PageNode): boolean {
  return [option, ...listDescendants(page, option)].some(
    (node) => node.tag === 'img' || attribute(node, 'style').includes('background'),
  )
}

function canBePressed(page: WalkedPage, option: PageNode): boolean {
  return [option, ...listDescendants(page, option)].some(({ tag }) => tag === 'a' || tag === 'button')
}

/** The short text before an element: of its neighbor, or of the neighbor of what it alone fills. */
function findLabelBefore(page: WalkedPage, node: PageNode): string {
  const own = attribute(node, 'aria-label')
  if (own !== '') return own
  let inner = node
  for (let level = 0; level < 3 && inner.parent; level++) {
    const siblings = inner.parent.children
    const before = siblings[siblings.indexOf(inner) - 1]
    if (before) {
      const text = readText(page, before)
      return isLabelText(text) ? text : ''
    }
    const texts = page.texts.slice(inner.parent.firstText, inner.firstText)
    const text = clean(texts.map((each) => each.text).join(''))
    if (text !== '') return isLabelText(text) ? text : ''
    inner = inner.parent
  }
  return ''
}

/** The text within a node; hidden texts count only where the node is hidden. */
function readText(page: WalkedPage, node: PageNode): string {
  if (node.endText - node.firstText > 12) return 'x'.repeat(readingLimits.name + 1)
  const texts = listTexts(page, node).filter(({ line }) => line !== undefined || node.isHidden)
  return clean(texts.map(({ text, gap }) => gap + text).join(''))
}

/** An option's name without stock, price and badges; of its picture or its `title` where it has no text or a cut one. */
function readName(page: WalkedPage, node: PageNode): string {
  const pieces = listTexts(page, node)
    .filter(({ line }) => line !== undefined || node.isHidden)
    .map(({ text, gap }) => gap + text)
    .filter((piece, _index, all) => all.length === 1 || !noPartOfName.test(piece.trim()))
  const text = clean(pieces.join(''))
  const parts = [node, ...listDescendants(page, node)]
  const written = ['title', 'aria-label', 'alt', 'data-name'].flatMap((name) =>
    parts.map((part) => attribute(part, name).slice(0, 1_000)),
  )
  const other = clean(written.find((value) => value.trim() !== '') ?? '')
  if (text === '') return other
  const start = text.replace(/[.…]+$/, '')
  return start.length < text.length && other.startsWith(start) ? other : text
}

function clean(text: string): string {
  return text.length > 1_000 ? text : text.replaceAll(/\s+/g, ' ').trim()
}

/** A name that can be one, in a list; else nothing. */
function toName(text: string): string[] {
  if (
    text.length > readingLimits.name ||
    noName.test(text) ||
    /^[¥￥$€]/.test(text) ||
    placeholder.test(text)
  )
    return []
  const name = cleanReadText(text, readingLimits.name)
  return name && /[\p{L}\p{N}]/u.test(name) ? [name] : []
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
