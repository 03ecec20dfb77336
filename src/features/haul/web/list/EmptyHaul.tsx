import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

/** Before the first item. */
export function EmptyHaul() {
  return (
    <EmptyState
      className="haul__empty"
      level={3}
      title="Nothing in the haul yet"
      text="Paste a link below, or type what it is and what it weighs."
      drawing={<path d="M30 60l40-18h100l-40 18zM30 60v50h100V60M130 110l40-18V42M66 60l40-18M82 60l40-18" />}
    />
  )
}
