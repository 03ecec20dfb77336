import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import './EstimateSkeleton.css'

const places = [1, 2, 3, 4]

/** In place of the results while loading; its text is announced. */
export function EstimateSkeleton() {
  return (
    <div className="waiting-options">
      <p className="waiting-options__words" role="status">
        Calculating…
      </p>
      {places.map((place) => (
        <div className="waiting-options__row" key={place} aria-hidden="true">
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
