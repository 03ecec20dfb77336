import { useEffect, useRef } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { followWipe, type WipePress, watchLook } from './follow-wipe.ts'
import './CardWipe.css'

type CardWipeProps = {
  /** The last press on the card's picture. */
  press: WipePress
  /** The seller's photo and the newest QC photo. */
  listing: string
  reality: string
  /** The `sizes` of the card's picture, so that both images come from the cache. */
  sizes: string
  /** Called when the card shows its own picture again. */
  onEnd: () => void
}

/** The seller's photo left and the QC photo right of a divider that follows the pointer. Keyboard users have the switch. */
export function CardWipe({ press, listing, reality, sizes, onEnd }: CardWipeProps) {
  const wipe = useRef<HTMLSpanElement>(null)
  const end = useStableCallback(onEnd)
  useEffect(() => {
    const card = wipe.current?.closest('article')
    return wipe.current && card ? followWipe({ wipe: wipe.current, card, press, end }) : undefined
  }, [press, end])
  useEffect(() => watchLook(() => end(undefined)), [end])
  const photo = { alt: '', width: 720, height: 720, sizes }
  return (
    <span className="card-wipe" ref={wipe} aria-hidden>
      <span className="card-wipe__frame">
        <Picture {...photo} src={listing} />
        <Picture {...photo} className="card-wipe__reality" src={reality} />
        <span className="card-wipe__line">
          <span className="card-wipe__knob">
            <svg
              className="icon icon--s"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="m9 7-5 5 5 5M15 7l5 5-5 5" />
            </svg>
          </span>
        </span>
        <span className="card-wipe__tag">Listing</span>
        <span className="card-wipe__tag card-wipe__tag--reality">QC photo</span>
      </span>
    </span>
  )
}
