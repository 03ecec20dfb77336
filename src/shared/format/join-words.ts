/** 'a', 'a or b', 'a, b or c'. */
export function joinWords(names: readonly string[], last: 'and' | 'or'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`
}
