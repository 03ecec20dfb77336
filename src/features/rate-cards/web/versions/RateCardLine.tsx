import { useQuery } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { useSession } from '#shared/web/session.ts'
import { Skeleton } from '#shared/web/ui/Skeleton.tsx'
import './RateCardLine.css'
import { counted } from '../comparison/rate-words.ts'
import { rateCardsQuery } from './rate-card-queries.ts'

/** The way from the admin's home to the rate cards, and which of them is active. */
export function RateCardLine() {
  const { data, error } = useQuery(rateCardsQuery(useApiClient(), useSession().user?.id))
  const active = data?.data.find((card) => card.active)
  return (
    <p className="rate-card-line">
      <a href={paths.rateCards()}>Rate cards</a>
      {active ? (
        <span>
          : {active.id} is active, {counted(active.lines, 'line')}
        </span>
      ) : (
        !error && <Skeleton />
      )}
    </p>
  )
}
