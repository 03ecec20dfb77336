import { useQuery } from '@tanstack/react-query'
import type { Overview } from '#features/overview/contract.ts'
import { overviewQuery } from '#features/overview/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import './WaitingCount.css'

type WaitingCountProps = { of: keyof Pick<Overview, 'reviewsWaiting' | 'qcSetsWaiting'> }

/** How many of them wait for an admin; nothing for zero or unknown. */
export function WaitingCount({ of }: WaitingCountProps) {
  const { user } = useSession()
  const adminId = user?.role === 'admin' ? user.id : undefined
  const count = useQuery(overviewQuery(useApiClient(), adminId)).data?.data[of] ?? 0
  if (count === 0) return null
  return (
    <span className="waiting-count">
      <span className="visually-hidden">, waiting: </span>
      {count > 99 ? '99+' : count}
    </span>
  )
}
