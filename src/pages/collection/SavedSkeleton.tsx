import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { CollectionShippingSkeleton } from './CollectionShipping.tsx'
import './SavedItem.css'

const cards = [1, 2, 3, 4]

/** The loading state: placeholder cards in their final size. */
export function SavedSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading your collection
      </p>
      <CollectionShippingSkeleton />
      <CardSkeletons />
    </>
  )
}

function CardSkeletons() {
  return (
    <div className="saved">
      <div className="saved__grid">
        {cards.map((card) => (
          <div key={card} className="saved-item" aria-hidden>
            <Skeleton shape="square" className="saved-item__waiting" />
            <div className="saved-item__body">
              <Skeleton />
              <Skeleton />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
