import { useIsPending } from '#shared/web/pending.ts'
import './RouteBar.css'

/** A strip of tape under the header while the next page is on its way. */
export function RouteBar() {
  const isPending = useIsPending()
  return (
    <div className="route-bar">
      {isPending && (
        <div role="progressbar" aria-label="Loading page">
          <i />
        </div>
      )}
    </div>
  )
}
