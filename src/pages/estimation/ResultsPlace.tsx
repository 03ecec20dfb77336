import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

/** The placeholder of the results before the first request: the outline of a receipt on the mat. */
export function ResultsPlace() {
  return (
    <EmptyState
      name="Results"
      className="empty--tall"
      text="Your shipping options will appear here."
      drawing={
        <>
          <path d="M62 12h76v96l-6 6-6-6-7 6-6-6-6 6-7-6-6 6-6-6-7 6-6-6-6 6-7-6z" />
          <path d="M74 32h52M74 48h52M74 64h52M96 86h30" />
        </>
      }
    />
  )
}
