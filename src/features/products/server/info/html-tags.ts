import { decodeHTMLAttribute } from 'entities'

export type HtmlTag = { name: string; attributes: Map<string, string> }

/** Elements whose content is not markup, so that a tag inside a script is not parsed. */
const rawContent = new Map([
  ['script', /<\/script/gi],
  ['style', /<\/style/gi],
  ['textarea', /<\/textarea/gi],
  ['title', /<\/title/gi],
])
const maxAttributes = 50
const commentEnd = /-->/g
const nameEnd = /[\s/>]/g
const attributeNameEnd = /[\s/>=]/g
const unquotedEnd = /[\s>]/g

/**
 * Parses the start tags of a page, in order, with decoded attribute values. The time is linear in the text's length for any
 * input, and no tree is built.
 */
export function* parseStartTags(html: string): Generator<HtmlTag> {
  const reader = new TagReader(html)
  for (let tag = reader.next(); tag; tag = reader.next()) yield tag
}

class TagReader {
  readonly #html: string
  #at = 0

  constructor(html: string) {
    this.#html = html
  }

  next(): HtmlTag | undefined {
    while (true) {
      const start = this.#html.indexOf('<', this.#at)
      if (start === -1) return undefined
      this.#at = start + 1
      if (this.#html.startsWith('!--', this.#at)) this.#readUntil(commentEnd)
      else if (/[a-z]/i.test(this.#html[this.#at] ?? '')) return this.#readTag()
    }
  }

  #readTag(): HtmlTag {
    const name = this.#readUntil(nameEnd).toLowerCase()
    const attributes = new Map<string, string>()
    for (let attribute = this.#readAttribute(); attribute; attribute = this.#readAttribute()) {
      if (attributes.size < maxAttributes && !attributes.has(attribute.name))
        attributes.set(attribute.name, attribute.value)
    }
    const contentEnd = rawContent.get(name)
    if (contentEnd) this.#readUntil(contentEnd)
    return { name, attributes }
  }

  /** The next attribute of the tag; undefined at the end of the tag, which is skipped. */
  #readAttribute(): { name: string; value: string } | undefined {
    this.#skip(/[\s/]/)
    if (this.#html[this.#at] === '>') this.#at += 1
    else if (this.#at < this.#html.length) {
      const name = this.#html[this.#at] === '=' ? this.#take(1) : this.#readUntil(attributeNameEnd)
      return { name: name.toLowerCase(), value: this.#readValue() }
    }
    return undefined
  }

  #readValue(): string {
    this.#skip(/\s/)
    if (this.#html[this.#at] !== '=') return ''
    this.#at += 1
    this.#skip(/\s/)
    const quote = this.#html[this.#at]
    if (quote !== '"' && quote !== "'") return decodeHTMLAttribute(this.#readUntil(unquotedEnd))
    const end = this.#html.indexOf(quote, this.#at + 1)
    const value = this.#html.slice(this.#at + 1, end === -1 ? undefined : end)
    this.#at = end === -1 ? this.#html.length : end + 1
    return decodeHTMLAttribute(value)
  }

  #readUntil(end: RegExp): string {
    end.lastIndex = this.#at
    const endIndex = end.exec(this.#html)?.index ?? this.#html.length
    return this.#take(endIndex - this.#at)
  }

  #skip(pattern: RegExp): void {
    while (pattern.test(this.#html[this.#at] ?? '')) this.#at += 1
  }

  #take(length: number): string {
    this.#at += length
    return this.#html.slice(this.#at - length, this.#at)
  }
}
