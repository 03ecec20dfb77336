// A page can hide an object's own properties: a form by the names of its fields, a document by the names of what it holds.
// And a bookmark reads from another window than the page's, whose classes are others. So all is read by the functions of this
// window, and by kinds instead of classes.

/** A property as the class defines it, whatever the page calls by its name. */
function read<T>(prototype: object, name: string, target: object): T {
  return Reflect.get(prototype, name, target) as T
}

/** The attribute's value; empty when it is missing. */
export function readAttribute(element: Element, name: string): string {
  return Element.prototype.getAttribute.call(element, name) ?? ''
}

/** The name of the element in lower case, without a prefix. */
export function readTag(element: Element): string {
  return String(read(Element.prototype, 'localName', element)).toLowerCase()
}

/** Whether an element is HTML's own of that name. */
export function isHtml<K extends keyof HTMLElementTagNameMap>(
  element: Element,
  tag: K,
): element is HTMLElementTagNameMap[K] {
  const space = read(Element.prototype, 'namespaceURI', element)
  return space === 'http://www.w3.org/1999/xhtml' && readTag(element) === tag
}

export function isText(node: Node): node is Text {
  return read(Node.prototype, 'nodeType', node) === 3
}

export function isElement(node: Node): node is Element {
  return read(Node.prototype, 'nodeType', node) === 1
}

/** The attributes of an element, at most 60. */
export function listAttributes(element: Element): { name: string; value: string }[] {
  const names = Element.prototype.getAttributeNames.call(element).slice(0, 60)
  return names.map((name) => ({ name, value: readAttribute(element, name) }))
}

/** The child nodes, those of an open shadow tree first. */
export function listChildNodes(element: Element): Node[] {
  const shadow: ShadowRoot | null = read(Element.prototype, 'shadowRoot', element)
  return [...(shadow ? listChildren(shadow) : []), ...listChildren(element)]
}

function listChildren(parent: Node): Node[] {
  const children: Node[] = []
  let node: Node | null = read(Node.prototype, 'firstChild', parent)
  for (; node; node = read(Node.prototype, 'nextSibling', node)) children.push(node)
  return children
}

/** The text of an element and all in it. */
export function readWholeText(element: Element): string {
  return read<string | null>(Node.prototype, 'textContent', element) ?? ''
}

/** The length of a text, in characters, without reading it. */
export function readTextLength(text: Text): number {
  return read(CharacterData.prototype, 'length', text)
}

/** What a selector finds within a document or an element, in order, at most `max`. */
export function findAll(root: Document | Element, selector: string, max: number): Element[] {
  const prototype = read(Node.prototype, 'nodeType', root) === 1 ? Element.prototype : Document.prototype
  const list: NodeListOf<Element> = prototype.querySelectorAll.call(root, selector)
  const length = Math.min(max, read(NodeList.prototype, 'length', list))
  return Array.from({ length }, (_, index) => list[index]).filter((element) => element !== undefined)
}

/** The nearest element around `element`, itself excluded, that a selector names. */
export function findAround(element: Element, selector: string): Element | null {
  const parent: Element | null = read(Node.prototype, 'parentElement', element)
  return parent && Element.prototype.closest.call(parent, selector)
}

/** Where an element is drawn in the window. */
export function measureBox(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element)
}

/** Where a text is drawn in the window. */
export function measureText(node: Text): DOMRect {
  const range: Range = Document.prototype.createRange.call(read(Node.prototype, 'ownerDocument', node))
  Range.prototype.selectNodeContents.call(range, node)
  return Range.prototype.getBoundingClientRect.call(range)
}

/** How far a document is scrolled, in px. */
export function readScroll(element: Element): { x: number; y: number } {
  const view: Window | null = read(
    Document.prototype,
    'defaultView',
    read<Document>(Node.prototype, 'ownerDocument', element),
  )
  return { x: view?.scrollX ?? 0, y: view?.scrollY ?? 0 }
}

/** Whether an element has a box that is drawn: neither in a closed part nor without a place in the page. */
export function isDrawn(element: Element): boolean {
  return Element.prototype.checkVisibility.call(element)
}

export function countChildren(element: Element): number {
  return read(Element.prototype, 'childElementCount', element)
}

export function readRoot(document: Document): Element {
  return read(Document.prototype, 'documentElement', document)
}

/** The title of the window, as the page sets it. */
export function readWindowTitle(document: Document): string {
  return read(Document.prototype, 'title', document)
}

/** The picture that an image shows now, and its natural size in px; without a size while it is not loaded. */
export function readShownPicture(image: HTMLImageElement): {
  address: string
  width: number
  height: number
} {
  const own = <T>(name: string): T => read(HTMLImageElement.prototype, name, image)
  const isLoaded = own<boolean>('complete')
  return {
    address: own('currentSrc'),
    width: isLoaded ? own('naturalWidth') : 0,
    height: isLoaded ? own('naturalHeight') : 0,
  }
}

/** An address as the page means it; undefined when it is none or longer than `maxLength`. */
export function resolveAddress(text: string, document: Document, maxLength = 2048): URL | undefined {
  if (text === '' || text.length > maxLength) return undefined
  return URL.parse(text.trim(), read<string>(Node.prototype, 'baseURI', document)) ?? undefined
}
