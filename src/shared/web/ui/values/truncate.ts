/** The first characters of a text and an ellipsis when it is longer (§2); a surrogate pair is not split. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1))
  return `${text.slice(0, splitsPair ? maxLength - 1 : maxLength)}…`
}
