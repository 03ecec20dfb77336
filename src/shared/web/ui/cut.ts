/** The first letters of a text and an ellipsis when it is longer (§2); a letter of two units is not torn. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const isTorn = /[\uD800-\uDBFF]/.test(text.charAt(most - 1))
  return `${text.slice(0, isTorn ? most - 1 : most)}…`
}
