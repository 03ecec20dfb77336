import type { ReactNode } from 'react'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { PhotoStrip } from '#shared/web/ui/images/PhotoStrip.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import type { Review } from '../contract.ts'

type ReviewItemProps = {
  review: Pick<Review, 'rating' | 'name' | 'createdAt' | 'comment' | 'photos'>
  /** Content beside the photos. */
  children?: ReactNode
}

/** A review with its photos. */
export function ReviewItem({ review, children }: ReviewItemProps) {
  const { rating, name, createdAt, comment, photos } = review
  const now = useNow()
  return (
    <>
      <div className="review__head">
        <Stars rating={rating} />
        <b>{name}</b>
        <time dateTime={createdAt} title={formatDate(createdAt)}>
          {formatRelativeTime(createdAt, now)}
        </time>
      </div>
      <p lang={detectLanguage(comment)}>{comment}</p>
      {(photos.length > 0 || children) && (
        <div className="review__foot">
          {photos.length > 0 && (
            <PhotoStrip photos={photos.map((url) => ({ url }))} label={`Photos in the review by ${name}`} />
          )}
          {children}
        </div>
      )}
    </>
  )
}
