import { useNow } from '#shared/web/hooks/now.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { StatusShape } from '#shared/web/ui/values/StatusMark.tsx'
import type { RateCardSummary } from '../../contract.ts'
import { describeVersion, stateLabels, stateVariants } from '../comparison/format-rates.ts'
import './VersionList.css'
import { getRateCardPath } from './rate-card-list.ts'

type VersionListProps = { cards: readonly RateCardSummary[]; chosenId: string }

/** All versions of the rate card, each with a link that selects it and leads to its panel, which is below the list on phones. */
export function VersionList({ cards, chosenId }: VersionListProps) {
  const now = useNow()
  return (
    <nav aria-label="Versions">
      <ul className="versions">
        {cards.map((card) => (
          <li key={card.id}>
            <a
              className="version"
              href={`${getRateCardPath(card.id)}#card-panel`}
              aria-current={card.id === chosenId ? 'true' : undefined}
            >
              <StatusShape variant={stateVariants[card.state]} />
              <b className="tabular-nums">{card.id}</b>
              <em>{stateLabels[card.state]}</em>
              <small>{describeVersion(card, now)}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function VersionListSkeleton() {
  return (
    <div className="versions versions--loading">
      <p className="visually-hidden" role="status">
        Loading rate cards
      </p>
      {Array.from({ length: 3 }, (_, line) => (
        <Skeleton key={line} />
      ))}
    </div>
  )
}
