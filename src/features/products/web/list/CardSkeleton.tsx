import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import './CardSkeleton.css'

/** A placeholder with the size of ProductCard, whose style sheet it shares. */
export function CardSkeleton() {
  return (
    <div className="card card-skeleton">
      <div className="card__pic">
        <Skeleton shape="square" />
      </div>
      <div className="card__body">
        <p className="label">
          <Skeleton />
        </p>
        <p className="card__title">
          <Skeleton />
          <Skeleton />
        </p>
        <p className="card__facts">
          <Skeleton />
        </p>
        <div className="card__foot" />
      </div>
    </div>
  )
}
