import './LineLogo.css'

type LineLogoProps = { name: string; iconUrl: string }

/** Built-in icons for a kind of line, not for one line. */
const kindIconPattern = /^\/icons\/lines\/(postal|express|air|sea|rail)\.svg$/

/** A line's own image, or the initials of its name in the colors of its kind. */
export function LineLogo({ name, iconUrl }: LineLogoProps) {
  const kind = kindIconPattern.exec(iconUrl)?.[1]
  if (iconUrl !== '' && kind === undefined)
    return <img className="line-logo" src={iconUrl} alt="" width={40} height={40} loading="lazy" />
  return (
    <span className={`line-logo line-logo--${kind ?? 'express'}`} aria-hidden="true">
      {getInitials(name)}
    </span>
  )
}

/** Two letters: the first one, and the next capital or digit of the same word, or else the next letter. */
export function getInitials(name: string): string {
  const [word = ''] = name.match(/[\p{L}\p{N}-]+/u) ?? []
  const [first = '', ...rest] = [...word].filter((letter) => letter !== '-')
  const second = rest.find((letter) => /[\p{Lu}\p{N}]/u.test(letter)) ?? rest[0] ?? ''
  return (first + second).toUpperCase()
}
