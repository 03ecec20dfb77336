import './Avatar.css'

/** Somebody's initials on a plate; the name itself stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden>
      {initialsOf(name)}
    </span>
  )
}

/** Of the first and the last word; by whole characters, for a name may begin with one of two halves. */
function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
