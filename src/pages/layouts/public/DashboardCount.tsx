import { useWaitingCount, WaitingCount } from '../dashboard/WaitingCount.tsx'

/** How many reviews and photo submissions wait, beside a link to the dashboard; for admins. */
export function DashboardCount() {
  return <WaitingCount count={useWaitingCount('reviewsWaiting') + useWaitingCount('qcSetsWaiting')} />
}
