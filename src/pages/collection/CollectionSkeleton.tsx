import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import './CollectionItem.css'
import './HaulTotal.css'

const placeholders = [1, 2, 3, 4]

/** The loading state: total and rows in their final size. */
export function CollectionSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading your collection
      </p>
      <div className="haul-total surface-dark" aria-hidden />
      <div className="collection-group" aria-hidden>
        <div className="collection-group__head">
          <Skeleton className="collection-group__waiting" />
        </div>
        <div className="collection-group__list">
          {placeholders.map((placeholder) => (
            <div key={placeholder} className="collection-item">
              <Skeleton shape="square" className="collection-item__picture" />
              <div className="collection-item__what">
                <Skeleton />
                <Skeleton />
              </div>
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
