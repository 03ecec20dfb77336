import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import './EstimateSkeleton.css'

const rows = [1, 2, 3, 4]

/** A placeholder while the results load; screen readers announce its text. */
export function EstimateSkeleton() {
  return (
    <div className="waiting-options">
      <p className="waiting-options__words" role="status">
        Calculating…
      </p>
      {rows.map((row) => (
        <div className="waiting-options__row" key={row} aria-hidden="true">
          <Skeleton className="waiting-options__mark" />
          <span>
            <Skeleton className="waiting-options__name" />
            <Skeleton className="waiting-options__features" />
          </span>
          <Skeleton className="waiting-options__days" />
          <Skeleton className="waiting-options__cost" />
        </div>
      ))}
    </div>
  )
}
