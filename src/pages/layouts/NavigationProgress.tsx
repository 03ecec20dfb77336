import { useIsNavigating } from '#shared/web/navigation/navigation-pending.ts'
import './NavigationProgress.css'

/** A progress strip under the header while the next page is loading. */
export function NavigationProgress() {
  const isPending = useIsNavigating()
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
