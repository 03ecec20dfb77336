/** A text that may contain one link, and its 1-based line in the input. */
export type LinkText = { line: number; text: string }

/** The space before the next link of a line. A URL inside another URL has no space before it. */
const nextLink = /(?<=\S)\s+(?=https?:\/\/)/i

/** Splits a pasted text into one text per link: at line breaks, and within a line before each further link. */
export function splitLinkTexts(input: string): LinkText[] {
  return input
    .split('\n')
    .flatMap((line, index) => splitLine(line.trim()).map((text) => ({ line: index + 1, text })))
}

/** Text before the first link stays with that link. */
function splitLine(line: string): string[] {
  const [start = '', ...links] = line.split(nextLink)
  if (start === '') return []
  if (links.length === 0 || /https?:\/\//i.test(start)) return [start, ...links]
  const [first = '', ...rest] = links
  return [`${start} ${first}`, ...rest]
}
