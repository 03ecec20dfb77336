/** A text that may hold one link, and its line in the input, from 1 on. */
export type LinkText = { line: number; text: string }

/** Where another link begins in a line; a URL inside another one has no blank before it. */
const nextLink = /(?<=\S)\s+(?=https?:\/\/)/i

/** Takes a pasted text apart into one piece per link: each line by itself, and a line of several links at each of them. */
export function splitLinkTexts(input: string): LinkText[] {
  return input
    .split('\n')
    .flatMap((line, index) => splitLine(line.trim()).map((text) => ({ line: index + 1, text })))
}

/** Text before the first link stays with it. */
function splitLine(line: string): string[] {
  const [start = '', ...links] = line.split(nextLink)
  if (start === '') return []
  if (links.length === 0 || /https?:\/\//i.test(start)) return [start, ...links]
  const [first = '', ...rest] = links
  return [`${start} ${first}`, ...rest]
}
