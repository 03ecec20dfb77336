import './Avatar.css'

/** A user's initials on a plate, decorative beside the name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden>
      {getInitials(name)}
    </span>
  )
}

/** Of the first and the last word; by whole characters, because a name may begin with a surrogate pair. */
function getInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
