import './Rating.css'
import { Star } from './Star.tsx'

type StarsProps = {
  rating: number
  /** 1 to 10 (§9). */
  outOf?: number
}

/** One user's rating as a row of stars, read-only. */
export function Stars({ rating, outOf = 5 }: StarsProps) {
  const steps = Array.from({ length: outOf }, (_none, index) => index + 1)
  return (
    <span className="stars">
      <span className="visually-hidden">{`${rating} out of ${outOf}`}</span>
      {steps.map((step) => (
        <Star key={step} className={step <= Math.round(rating) ? 'is-on' : 'is-off'} />
      ))}
    </span>
  )
}
