import { useQuery } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import './RateCardLine.css'
import { formatCount } from '../comparison/format-rates.ts'
import { rateCardsQuery } from './rate-card-queries.ts'

/** The admin home's link to the rate cards, with the active one. */
export function RateCardLine() {
  const { data, error } = useQuery(rateCardsQuery(useApiClient(), useSession().user?.id))
  const active = data?.data.find((card) => card.active)
  return (
    <p className="rate-card-line">
      <a href={paths.rateCards()}>Rate cards</a>
      {active ? (
        <span>{`: ${active.id} is active, ${formatCount(active.lines, 'line')}`}</span>
      ) : (
        !error && <Skeleton />
      )}
    </p>
  )
}
