/** The text with four combining marks to a letter at most: no script needs more, and a heap of them widens pages. */
export function capMarks(text: string): string {
  return text.replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
}
