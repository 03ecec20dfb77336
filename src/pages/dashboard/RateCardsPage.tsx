import { useRef } from 'react'
import type { RateCardSummary } from '#features/rate-cards/contract.ts'
import { CardPanel } from '#features/rate-cards/web/versions/CardPanel.tsx'
import { ImportBox } from '#features/rate-cards/web/versions/ImportBox.tsx'
import { getRateCardPath, useRateCardList } from '#features/rate-cards/web/versions/rate-card-list.ts'
import { VersionList, VersionListSkeleton } from '#features/rate-cards/web/versions/VersionList.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** Versions of the rate card: list, import, compare, activate. */
export default function RateCardsPage() {
  return (
    <>
      <PageHead title="Rate cards" description="Versions of the rate card." isIndexed={false} />
      <div className="dashboard__head">
        <div>
          <h1>Rate cards</h1>
          <p>
            <a href={paths.dashboardHome()}>Admin Home</a> / freight estimates
          </p>
        </div>
      </div>
      <RateCardVersions chosenId={useSearchParams().get('card')} />
    </>
  )
}

function RateCardVersions({ chosenId }: { chosenId: string | null }) {
  const { cards, error, isBusy, retry, isChanging, activate } = useRateCardList()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()

  function openImportedCard({ id }: RateCardSummary) {
    navigate(getRateCardPath(id))
    setTimeout(() => headingRef.current?.focus()) // after the new heading is rendered
  }

  async function handleActivate(card: RateCardSummary) {
    if (isChanging(card.id)) return
    headingRef.current?.focus({ preventScroll: true }) // the button disappears with the comparison
    await activate(card)
  }

  if (error) return <ListError error={error} onRetry={retry} isBusy={isBusy} />
  const active = cards?.find((card) => card.active)
  const chosen = cards?.find(({ id }) => id === chosenId) ?? active
  return (
    <div className="rates">
      <div className="rates__side">
        {cards ? <VersionList cards={cards} chosenId={chosen?.id ?? ''} /> : <VersionListSkeleton />}
        {cards && <ImportBox onImported={openImportedCard} />}
      </div>
      {chosen && (
        <CardPanel
          card={chosen}
          active={active}
          headingRef={headingRef}
          onActivate={() => void handleActivate(chosen)}
        />
      )}
    </div>
  )
}
