import './Avatar.css'

/** A user's initials; decorative, because the name is beside them. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden>
      {getInitials(name)}
    </span>
  )
}

/** The initials of the first and the last word, by code points, since a name may begin with a surrogate pair. */
function getInitials(name: string): string {
  const nameParts = name.split(/[\s._-]+/).filter(Boolean)
  const [first = '', last = ''] = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : nameParts
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
