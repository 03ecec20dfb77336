// A form's fields hide its own properties under their names, so these are read from the prototype.

/** The attribute's value; empty when it is missing. */
export function readAttribute(element: Element, name: string): string {
  return Element.prototype.getAttribute.call(element, name) ?? ''
}

/** The name of the element in lower case, without a prefix. */
export function readTag(element: Element): string {
  return String(Reflect.get(Element.prototype, 'localName', element)).toLowerCase()
}

/** The attributes of an element, at most 60. */
export function listAttributes(element: Element): Attr[] {
  return [...(Reflect.get(Element.prototype, 'attributes', element) as NamedNodeMap)].slice(0, 60)
}

/** The child nodes, those of an open shadow tree first. */
export function listChildNodes(element: Element): Node[] {
  const shadow: ShadowRoot | null = Reflect.get(Element.prototype, 'shadowRoot', element)
  const own: NodeListOf<ChildNode> = Reflect.get(Node.prototype, 'childNodes', element)
  return shadow ? [...shadow.childNodes, ...own] : [...own]
}

/** An address as the page means it; undefined when it is none or longer than `maxLength`. */
export function resolveAddress(text: string, document: Document, maxLength = 2048): URL | undefined {
  if (text === '' || text.length > maxLength) return undefined
  return URL.parse(text.trim(), document.baseURI) ?? undefined
}
