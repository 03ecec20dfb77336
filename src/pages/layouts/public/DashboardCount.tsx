import { useWaitingCount, WaitingCount } from '../dashboard/WaitingCount.tsx'

/** How many reviews, photo submissions and readings wait, beside a link to the dashboard; for admins. */
export function DashboardCount() {
  const reviews = useWaitingCount('reviewsWaiting')
  const photos = useWaitingCount('qcSetsWaiting')
  const readings = useWaitingCount('readingsWaiting')
  return <WaitingCount count={reviews + photos + readings} />
}
