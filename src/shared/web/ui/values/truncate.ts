/** The first characters of a text and an ellipsis when it is longer (§2); a surrogate pair is not split. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const isTorn = /[\uD800-\uDBFF]/.test(text.charAt(most - 1))
  return `${text.slice(0, isTorn ? most - 1 : most)}…`
}
