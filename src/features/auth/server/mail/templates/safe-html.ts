/** HTML that is safe to render: made by `html`, or our own and trusted. */
export class SafeHtml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlPart = string | SafeHtml | SafeHtml[]

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** HTML with every inserted text escaped, between tags and in quoted attributes. */
export function html(pieces: TemplateStringsArray, ...parts: HtmlPart[]): SafeHtml {
  return new SafeHtml(pieces.map((piece, index) => piece + renderPart(parts[index] ?? '')).join(''))
}

/** For text of our own that must not be escaped, such as a style sheet. */
export function trustedHtml(text: string): SafeHtml {
  return new SafeHtml(text)
}

function renderPart(part: HtmlPart): string {
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  if (part instanceof SafeHtml) return part.text
  return part.replace(/[&<>"']/g, (character) => escapes.get(character) ?? '')
}
