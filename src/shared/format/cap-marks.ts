/**
 * Limits a text to four combining marks per letter: no script needs more, and long runs of them break the layout.
 * Joiners between marks do not begin a new letter.
 */
export function capMarks(text: string): string {
  return text.replaceAll(/((?:\p{M}\p{Cf}*){4})(?:\p{M}\p{Cf}*)+/gu, '$1')
}
