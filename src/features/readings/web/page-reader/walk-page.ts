import {
  countChildren,
  isDrawn,
  isElement,
  isText,
  listChildNodes,
  measureBox,
  readAttribute,
  readScroll,
  readTag,
} from './dom-access.ts'

/** An element of the page, with what the walk saw of it. */
export type PageNode = {
  readonly element: Element
  readonly tag: string
  readonly parent: PageNode | undefined
  readonly children: PageNode[]
  readonly depth: number
  /** Its descendants are the nodes from `index + 1` up to `end`, which is excluded; the texts likewise. */
  readonly index: number
  end: number
  readonly firstText: number
  endText: number
  readonly isHidden: boolean
  readonly isStruck: boolean
  /** In px. */
  readonly fontSize: number
  /** Part of what is not about the item: navigation, other goods, reviews. */
  isOther: boolean
}
export type PageText = {
  readonly text: string
  readonly node: Text
  readonly owner: PageNode
  /** The number of the line in which it stands; undefined for hidden text. */
  readonly line: number | undefined
  /** What separates it from the text before in the same line. */
  readonly gap: '' | ' '
}
export type WalkedPage = {
  readonly document: Document
  readonly nodes: readonly PageNode[]
  readonly texts: readonly PageText[]
}
type PageStyle = Pick<PageNode, 'isHidden' | 'isStruck' | 'fontSize'> & {
  display: string
  isRow: boolean
  isGone: boolean
  /** Its background is the color of its letters. */
  isPainted: boolean
}
type WalkStep = { node: Node; parent: Walked | undefined } | { left: Walked }
type Walked = { page: PageNode; style: PageStyle }
type LinePosition = { line: number; gap: '' | ' '; isEmpty: boolean }

const limits = { nodes: 40_000, depth: 400, textLength: 2_000, ms: 900 } as const
/** Elements whose content is not on the page as text, or belongs to another page. */
const opaqueTags = new Set(
  'script style noscript template iframe object embed svg math canvas audio head textarea datalist select option'.split(
    ' ',
  ),
)
/** In px: an element of a row that is higher is a column. */
const maxInlineHeight = 80

/** The elements and texts of the page in document order, open shadow trees included. Bounded in number, depth and time. */
export function walkPage(root: Element, document: Document): WalkedPage {
  const nodes: PageNode[] = []
  const texts: PageText[] = []
  const position: LinePosition = { line: 0, gap: '', isEmpty: true }
  const end = performance.now() + limits.ms
  const stack: WalkStep[] = [{ node: root, parent: undefined }]
  for (let step = stack.pop(); step; step = stack.pop()) {
    if ('left' in step) leave(step.left, nodes.length, texts.length, position)
    else if (isText(step.node)) addText(step.node, step.parent, texts, position)
    else if (isElement(step.node) && nodes.length < limits.nodes) {
      if (nodes.length % 256 === 255 && performance.now() > end) break
      const walked = createNode(step.node, step.parent, nodes.length, texts.length)
      nodes.push(walked.page)
      step.parent?.page.children.push(walked.page)
      separate(walked, position)
      stack.push({ left: walked })
      if (walked.page.depth < limits.depth && !opaqueTags.has(walked.page.tag)) pushChildren(stack, walked)
    }
  }
  for (const step of stack) if ('left' in step) leave(step.left, nodes.length, texts.length, position)
  return { document, nodes, texts }
}

function pushChildren(stack: WalkStep[], walked: Walked): void {
  const children = listChildNodes(walked.page.element)
  for (let index = children.length - 1; index >= 0; index--) {
    const node = children[index]
    if (node) stack.push({ node, parent: walked })
  }
}

function leave(walked: Walked, end: number, endText: number, position: LinePosition): void {
  walked.page.end = end
  walked.page.endText = endText
  separate(walked, position)
}

function createNode(element: Element, parent: Walked | undefined, index: number, firstText: number): Walked {
  const tag = readTag(element)
  const style = parent?.style.isGone ? parent.style : readStyle(element, tag, parent?.style)
  const page = {
    element,
    tag,
    parent: parent?.page,
    children: [],
    depth: (parent?.page.depth ?? 0) + 1,
    index,
    end: index + 1,
    firstText,
    endText: firstText,
    isHidden: style.isHidden,
    isStruck: style.isStruck,
    fontSize: style.fontSize,
    isOther: false,
  }
  return { page, style: parent?.style.isGone ? style : softenRow(element, style, parent?.style) }
}

function readStyle(element: Element, tag: string, outer: PageStyle | undefined): PageStyle {
  const style = getComputedStyle(element)
  const { display } = style
  const fontSize = Number.parseFloat(style.fontSize) || 0
  const isPainted = Boolean(outer?.isPainted) || style.backgroundClip.includes('text')
  const isGone =
    display === 'none' || Number(style.opacity) === 0 || isOutside(element, style) || isCut(element, style)
  return {
    display,
    fontSize,
    isGone,
    isPainted,
    isHidden: isGone || style.visibility !== 'visible' || fontSize < 1 || isUnreadable(style, isPainted),
    isStruck:
      Boolean(outer?.isStruck) ||
      /^(?:s|del|strike)$/.test(tag) ||
      style.textDecorationLine.includes('line-through'),
    isRow: /^(?:inline-)?(?:flex|grid)$/.test(display) && !style.flexDirection.startsWith('column'),
  }
}

/** Whether nothing of an element is drawn, though it has a place: closed, cut off, or without height. */
function isCut(element: Element, style: CSSStyleDeclaration): boolean {
  const { display, overflowY, clipPath, transform, scale } = style
  if (display === 'contents') return false
  if (!isDrawn(element) || /^(?:inset\((?:50|100)%|circle\(0)/.test(clipPath)) return true
  if (/^matrix\(0, 0, 0, 0/.test(transform) || scale === '0') return true
  if (overflowY === 'visible' || display === 'inline') return false
  const { width, height } = measureBox(element)
  return Math.min(width, height) < 2
}

/** Whether letters have no color, stand far beside their box, or are turned round. */
function isUnreadable({ color, textIndent, unicodeBidi }: CSSStyleDeclaration, isPainted: boolean): boolean {
  const isTransparent = !isPainted && /^rgba\(.*, 0\)$/.test(color)
  return isTransparent || Number.parseFloat(textIndent) < -500 || unicodeBidi.endsWith('override')
}

/** Whether an element was put beside the page or into a single pixel, where only programs read it. */
function isOutside(element: Element, { position, clipPath, clip }: CSSStyleDeclaration): boolean {
  if (position !== 'absolute' && position !== 'fixed') return false
  const { right, bottom, width, height } = measureBox(element)
  const scroll = readScroll(element)
  const isPixel = width <= 1 && height <= 1 && countChildren(element) === 0
  return (
    right + scroll.x < 0 ||
    bottom + scroll.y < 0 ||
    isPixel ||
    /rect\(0px, 0px|inset\((?:50|100)%/.test(clip + clipPath)
  )
}

/** The parts of a row stand beside each other, whatever they are called, unless they are whole columns. */
function softenRow(element: Element, style: PageStyle, outer: PageStyle | undefined): PageStyle {
  if (!outer?.isRow || style.isGone) return style
  const { height } = measureBox(element)
  return height <= maxInlineHeight
    ? { ...style, display: `inline-${style.display.replace('inline-', '')}` }
    : style
}

/** At both ends of an element: nothing within a line, a gap beside a cell, a new line at a block. */
function separate({ page, style }: Walked, position: LinePosition): void {
  if (style.isGone && page.tag !== 'br') return
  if (page.tag !== 'br' && (style.display === 'inline' || style.display === 'contents')) return
  if (page.tag !== 'br' && (style.display.startsWith('inline-') || style.display === 'table-cell')) {
    position.gap = ' '
    return
  }
  if (!position.isEmpty) position.line++
  position.isEmpty = true
  position.gap = ''
}

function addText(node: Text, parent: Walked | undefined, texts: PageText[], position: LinePosition): void {
  if (!parent || texts.length >= limits.nodes) return
  const text = CharacterData.prototype.substringData.call(node, 0, limits.textLength)
  if (text.trim() === '') {
    if (text !== '' && !parent.page.isHidden) position.gap = ' '
    return
  }
  const owner = parent.page
  if (owner.isHidden) {
    texts.push({ text, node, owner, line: undefined, gap: ' ' })
    return
  }
  texts.push({ text, node, owner, line: position.line, gap: position.gap })
  position.isEmpty = false
  position.gap = ''
}

/** The attribute's value of a node; empty when it is missing. */
export function attribute(node: PageNode, name: string): string {
  return readAttribute(node.element, name)
}

/** The texts within a node, hidden ones too. */
export function listTexts(page: WalkedPage, node: PageNode): readonly PageText[] {
  return page.texts.slice(node.firstText, node.endText)
}

/** The descendants of a node. */
export function listDescendants(page: WalkedPage, node: PageNode): readonly PageNode[] {
  return page.nodes.slice(node.index + 1, node.end)
}

/** Whether `node` is `outer` or within it. */
export function isWithin(node: PageNode, outer: PageNode): boolean {
  return node.index >= outer.index && node.index < outer.end
}
