/** A text that may hold one link, and the line of the input it stands in, from 1 on. */
export type LinkText = { line: number; text: string }

/** Where a further link begins in a line; an address inside of another one has no blank before it. */
const nextLink = /(?<=\S)\s+(?=https?:\/\/)/i

/** Takes a pasted text apart into one piece per link: each line by itself, and a line of several links at each of them. */
export function textsOf(input: string): LinkText[] {
  return input
    .split('\n')
    .flatMap((line, index) => piecesOf(line.trim()).map((text) => ({ line: index + 1, text })))
}

/** Words in front of the first link stay with it. */
function piecesOf(line: string): string[] {
  const [start = '', ...links] = line.split(nextLink)
  if (start === '') return []
  if (links.length === 0 || /https?:\/\//i.test(start)) return [start, ...links]
  const [first = '', ...rest] = links
  return [`${start} ${first}`, ...rest]
}
