type Attributes = Record<string, string | undefined>

/** An element with attributes and children; texts never become markup. */
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
  look: string,
  act: () => void,
  ...children: (Node | string)[]
): HTMLButtonElement {
  const made = createElement('button', { type: 'button', class: look }, ...children)
  made.addEventListener('click', act)
  return made
}

/** A link that opens a new tab, and says so. */
export function createExternalLink(
  look: string,
  href: string,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const attributes = { class: look, href, target: '_blank', rel: 'noopener noreferrer' }
  return createElement(
    'a',
    attributes,
    ...children,
    createElement('span', { class: 'visually-hidden' }, ' (opens in a new tab)'),
  )
}

/** An element of the extension's own page. */
export function getElement(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no element ${id}.`)
  return found
}
