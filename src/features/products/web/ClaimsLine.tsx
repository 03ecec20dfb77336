import './ClaimsLine.css'
import { popularClaims } from '../claims.ts'
import { useDrawnClaims } from './use-drawn-claims.ts'

/** §2: those of the four claims that this site draws (059), as the last line of the list. */
export function ClaimsLine() {
  const drawn = useDrawnClaims(popularClaims)
  if (drawn.length === 0) return null
  return (
    <ul className="claims-line">
      {drawn.map((claim) => (
        <li key={claim}>
          <span className="capital">{claim}</span>
        </li>
      ))}
    </ul>
  )
}
