import './Rating.css'
import { Star } from './Star.tsx'

type RatingProps = {
  /** The average of approved reviews, 1 to 5. */
  average: number
  count: number
  className?: string
}

/** The average rating and the number of reviews, read-only. */
export function Rating({ average, count, className = '' }: RatingProps) {
  if (count === 0) return <span className={`rate rate--none ${className}`}>No reviews yet</span>
  return (
    <span className={`rate ${className}`}>
      <Star />
      <span className="visually-hidden">Rated </span>
      <b>{average.toFixed(1)}</b>
      <span className="muted">
        <span>{`· ${count}`}</span>
        <span className="visually-hidden"> reviews</span>
      </span>
    </span>
  )
}
