import { Share2 } from 'lucide-react'
import { copyText } from '#shared/web/copy-text.ts'
import type { Haul } from '../../haul.ts'
import { buildHaulUrl } from '../../haul-url.ts'
import { removeGuessedDestination } from '../haul-edits.ts'
import './ShareHaul.css'

/** Copies the URL of the list; one line below the receipt. */
export function ShareHaul({ haul }: { haul: Haul }) {
  const url = buildHaulUrl(removeGuessedDestination(haul), location.origin)
  return (
    <section className="share-haul" aria-label="Share this haul">
      <Share2 className="icon icon--s" aria-hidden />
      {url === undefined ? (
        <p>This haul is too long to share as a link. Remove some items or shorten their names.</p>
      ) : (
        <>
          <p>The link contains your list, not your name. Anyone who opens it gets a copy.</p>
          <button type="button" className="textbtn" onClick={() => void copyText(url)}>
            Copy link
          </button>
        </>
      )}
    </section>
  )
}
