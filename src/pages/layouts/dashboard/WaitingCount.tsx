import { useQuery } from '@tanstack/react-query'
import type { Overview } from '#features/overview/contract.ts'
import { overviewQuery } from '#features/overview/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import './WaitingCount.css'

export type Waiting = keyof Pick<Overview, 'reviewsWaiting' | 'qcSetsWaiting' | 'readingsWaiting'>

/** How many entries wait for an admin; 0 while the number is loading. */
export function useWaitingCount(of: Waiting | undefined): number {
  const { user } = useSession()
  const adminId = user?.role === 'admin' ? user.id : undefined
  const { data } = useQuery(overviewQuery(useApiClient(), adminId))
  return (of && data?.data[of]) ?? 0
}

/** The number beside a link; nothing for zero. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="waiting-count">
      <span className="visually-hidden">, waiting: </span>
      <span>{count > 99 ? '99+' : count}</span>
    </span>
  )
}
