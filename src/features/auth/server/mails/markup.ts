/** HTML that is safe to draw: made by `markup`, or by ourselves and trusted. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Markup | Markup[]

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** HTML with every text inside made harmless, between tags and in quoted attributes. */
export function markup(pieces: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(pieces.map((piece, index) => piece + draw(parts[index] ?? '')).join(''))
}

/** For text of our own that is no HTML to be escaped, such as a style sheet. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function draw(part: Part): string {
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  if (part instanceof Markup) return part.text
  return part.replace(/[&<>"']/g, (character) => escapes.get(character) ?? '')
}
