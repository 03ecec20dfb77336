import './BenchScale.css'

/** The scale of the bench with a weight on its display; a picture, whose figures stand elsewhere in words. */
export function BenchScale({ grams }: { grams: number }) {
  return (
    <div className="bench-scale" aria-hidden>
      <div className="lcd">
        <span className="lcd__cap">Net</span>
        {grams} <small>g</small>
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
