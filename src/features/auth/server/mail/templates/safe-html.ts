/** HTML that is safe to render: made by `html`, or our own and trusted. */
export class SafeHtml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | SafeHtml | SafeHtml[]

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** HTML with every inserted text escaped, between tags and in quoted attributes. */
export function html(literals: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  return new SafeHtml(literals.map((literal, index) => literal + renderValue(values[index] ?? '')).join(''))
}

/** For text of our own that must not be escaped, such as a style sheet. */
export function trustedHtml(text: string): SafeHtml {
  return new SafeHtml(text)
}

function renderValue(value: HtmlValue): string {
  if (Array.isArray(value)) return value.map(({ text }) => text).join('')
  if (value instanceof SafeHtml) return value.text
  return value.replace(/[&<>"']/g, (character) => escapes.get(character) ?? '')
}
