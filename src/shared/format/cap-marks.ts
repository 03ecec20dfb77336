/**
 * The text with four combining marks to a letter at most: no script needs more, and a heap of them widens pages. Joiners
 * between marks do not begin a new letter.
 */
export function capMarks(text: string): string {
  return text.replaceAll(/((?:\p{M}\p{Cf}*){4})(?:\p{M}\p{Cf}*)+/gu, '$1')
}
