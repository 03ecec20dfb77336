import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { HaulOrigin } from './haul-list.ts'

type OriginNoteProps = { origin: HaulOrigin; onLeave: () => void }

/** Says where the list came from when it is not this device's haul. */
export function OriginNote({ origin, onLeave }: OriginNoteProps) {
  if (origin === 'own') return null
  if (origin === 'invalid') {
    return (
      <Callout
        variant="warn"
        title="We couldn't read the haul in this link."
        className="haul__note"
        role="status"
      >
        <span>The link may be incomplete. Ask for it again, or start your own haul.</span>
      </Callout>
    )
  }
  return (
    <Callout title="You're viewing a shared haul." className="haul__note" role="status">
      <span>Any change makes your own copy. The original stays the same.</span>
      <button type="button" className="btn" onClick={onLeave}>
        Back to my haul
      </button>
    </Callout>
  )
}
