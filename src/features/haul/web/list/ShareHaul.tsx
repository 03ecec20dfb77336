import { copyText } from '#shared/web/copy-text.ts'
import type { Haul } from '../../haul.ts'
import { buildHaulUrl } from '../../haul-url.ts'
import { leaveOutGuess } from '../haul-edits.ts'
import './ShareHaul.css'

/** The list as a URL. */
export function ShareHaul({ haul }: { haul: Haul }) {
  const address = buildHaulUrl(leaveOutGuess(haul), location.origin)
  return (
    <section className="panel share" aria-labelledby="share-haul">
      <div>
        <h2 className="panel__title" id="share-haul">
          Share this haul
        </h2>
        <p className="small muted">
          {address === undefined
            ? 'This haul is too long to share as a link. Remove some items or shorten their names.'
            : 'The link contains your list, not your name. Anyone who opens it gets a copy.'}
        </p>
      </div>
      {address !== undefined && (
        <button type="button" className="primary-button" onClick={() => void copyText(address)}>
          Copy link
        </button>
      )}
    </section>
  )
}
