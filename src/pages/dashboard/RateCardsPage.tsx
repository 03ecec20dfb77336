import { PageHead } from '#features/site/web/PageHead.tsx'
import { DashboardLayout } from '../layouts/DashboardLayout.tsx'

export { DashboardLayout as Frame }

/** Versions of the rate card: list, import, compare, activate, edit. */
export default function RateCardsPage() {
  return (
    <>
      <PageHead title="Rate cards" description="Versions of the rate card." isIndexed={false} />
      <h1>Rate cards</h1>
    </>
  )
}
