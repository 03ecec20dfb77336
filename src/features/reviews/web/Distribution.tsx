import { Star } from '#shared/web/ui/values/Star.tsx'

type DistributionProps = {
  rows: { stars: number; count: number }[]
  chosen: number | undefined
  onChoose: (stars: number | undefined) => void
}

const barWidth = 100

/** A bar for each number of stars. A click shows only its reviews, a second click shows all. */
export function Distribution({ rows, chosen, onChoose }: DistributionProps) {
  const maxCount = Math.max(1, ...rows.map(({ count }) => count))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a column of buttons
    <div className="distribution" role="group" aria-label="Show reviews with">
      {rows.map(({ stars, count }) => (
        <button
          key={stars}
          type="button"
          className="distribution__row"
          aria-pressed={stars === chosen}
          onClick={() => onChoose(stars === chosen ? undefined : stars)}
        >
          <span>
            <span>{stars}</span>
            <Star />
            <span className="visually-hidden">{stars === 1 ? ' star, ' : ' stars, '}</span>
          </span>
          <svg
            className="distribution__bar"
            viewBox={`0 0 ${barWidth} 10`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect width={Math.round((count / maxCount) * barWidth)} height="10" />
          </svg>
          <span>
            <span>{count}</span>
            <span className="visually-hidden">{count === 1 ? ' review' : ' reviews'}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
