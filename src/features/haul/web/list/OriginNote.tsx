import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { HaulOrigin } from './haul-list.ts'

type OriginNoteProps = { origin: HaulOrigin; onLeave: () => void }

/** Where the list came from, when it is not this device's own. */
export function OriginNote({ origin, onLeave }: OriginNoteProps) {
  if (origin === 'own') return null
  if (origin === 'refused') {
    return (
      <Callout
        look="warn"
        title="This link holds no haul that can be read."
        className="haul__note"
        role="status"
      >
        <span>It may have been cut off on its way. Ask for it again, or start a list of your own.</span>
      </Callout>
    )
  }
  return (
    <Callout title="This is a copy of a haul that was shared." className="haul__note" role="status">
      <span>Change what you like: it becomes yours, and the other list stays as it is.</span>
      <button type="button" className="btn" onClick={onLeave}>
        Back to my own haul
      </button>
    </Callout>
  )
}
