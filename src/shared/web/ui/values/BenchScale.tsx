import { formatNumber } from '#shared/format/format-number.ts'
import './BenchScale.css'

/**
 * A bench scale with a weight on its display. Decorative, because the numbers are shown as text elsewhere.
 */
export function BenchScale({ grams }: { grams: number }) {
  return (
    <div className="bench-scale" aria-hidden>
      <div className="scale-display">
        <span className="scale-display__cap">Net</span>
        <span>{`${formatNumber(grams)} `}</span>
        <small>g</small>
      </div>
      <div className="bench-scale__keys">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
