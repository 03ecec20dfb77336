type Attributes = Record<string, string | undefined>

/** Creates an element with attributes and children; texts are never parsed as markup. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

/** A button with a click handler. */
export function createButton(
  className: string,
  onClick: () => void,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const button = createElement('button', { type: 'button', class: className }, ...children)
  button.addEventListener('click', onClick)
  return button
}

/** A link that opens a new tab, and says so. */
export function createExternalLink(
  className: string,
  href: string,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const attributes = { class: className, href, target: '_blank', rel: 'noopener noreferrer' }
  return createElement(
    'a',
    attributes,
    ...children,
    createElement('span', { class: 'visually-hidden' }, ' (opens in a new tab)'),
  )
}

/** An element of the extension's own page. */
export function getElement(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element ${id}.`)
  return element
}
