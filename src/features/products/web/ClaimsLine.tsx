import './ClaimsLine.css'
import { popularClaims } from '../claims.ts'
import { useDrawnClaims } from './use-drawn-claims.ts'

/** The claims of Popular (§2) that this site shows (059), as the last line of the list. */
export function ClaimsLine() {
  const claims = useDrawnClaims(popularClaims)
  if (claims.length === 0) return null
  return (
    <ul className="claims-line">
      {claims.map((claim) => (
        <li key={claim}>
          <span className="capital">{claim}</span>
        </li>
      ))}
    </ul>
  )
}
