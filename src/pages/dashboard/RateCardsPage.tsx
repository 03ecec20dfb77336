import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { DutyNotes } from '#features/duty-notes/web/DutyNotes.tsx'
import type { ShippingLine } from '#features/freight/rate-card.ts'
import type { RateCardSummary } from '#features/rate-cards/contract.ts'
import { getRateCardsPath, parseRateSearch, type RateSearch } from '#features/rate-cards/rate-search.ts'
import { CardPanel } from '#features/rate-cards/web/versions/CardPanel.tsx'
import { ImportBox } from '#features/rate-cards/web/versions/ImportBox.tsx'
import { type RateCardList, useRateCardList } from '#features/rate-cards/web/versions/rate-card-list.ts'
import { rateCardQuery } from '#features/rate-cards/web/versions/rate-card-queries.ts'
import { VersionList, VersionListSkeleton } from '#features/rate-cards/web/versions/VersionList.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'
import './RateCardsPage.css'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

const EditLineDialog = lazy(async () => ({
  default: (await import('#features/rate-cards/web/line-editor/EditLineDialog.tsx')).EditLineDialog,
}))

/** Versions of the rate card: list, import, compare, activate, edit; and the notes on duty and tax. */
export default function RateCardsPage() {
  const search = parseRateSearch(useSearchParams())
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
        <ViewTabs view={search.view} />
      </div>
      {search.view === 'duty' ? <DutyNotes edited={search.note} /> : <RateCardVersions search={search} />}
    </>
  )
}

const views = [
  { view: 'cards', label: 'Versions' },
  { view: 'duty', label: 'Duty and tax notes' },
] as const

function ViewTabs({ view }: Pick<RateSearch, 'view'>) {
  return (
    <nav className="rate-views" aria-label="Freight data">
      {views.map((one) => (
        <a
          key={one.view}
          href={getRateCardsPath({ view: one.view })}
          aria-current={one.view === view ? 'page' : undefined}
        >
          {one.label}
        </a>
      ))}
    </nav>
  )
}

function RateCardVersions({ search }: { search: RateSearch }) {
  const list = useRateCardList()
  const { shown, error, isBusy, retry } = list
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()

  function arriveAt(card: RateCardSummary) {
    navigate(getRateCardsPath({ card: card.id }))
    setTimeout(() => heading.current?.focus()) // once the dialog that held the focus is closing
  }

  if (error) return <ListError error={error} onRetry={retry} isBusy={isBusy} />
  const active = shown?.find((card) => card.active)
  const chosen = shown?.find(({ id }) => id === search.card) ?? active
  return (
    <div className="rates">
      <div className="rates__side">
        {shown ? <VersionList cards={shown} chosen={chosen?.id ?? ''} /> : <VersionListSkeleton />}
        {shown && <ImportBox onImported={arriveAt} />}
      </div>
      {chosen && (
        <ChosenCard
          card={chosen}
          active={active}
          search={search}
          list={list}
          headingRef={heading}
          onNew={arriveAt}
        />
      )}
    </div>
  )
}

type ChosenCardProps = {
  card: RateCardSummary
  active: RateCardSummary | undefined
  search: RateSearch
  list: RateCardList
  headingRef: RefObject<HTMLHeadingElement | null>
  onNew: (card: RateCardSummary) => void
}

function ChosenCard({ card, active, search, list, headingRef, onNew }: ChosenCardProps) {
  const navigate = useNavigate()
  const options = { preventScrollReset: true }

  async function handleActivate() {
    if (list.isChanging(card.id)) return
    headingRef.current?.focus({ preventScroll: true }) // the button disappears with what it compares
    await list.activate(card)
  }

  return (
    <>
      <CardPanel
        card={card}
        active={active}
        headingRef={headingRef}
        onActivate={() => void handleActivate()}
        onEdit={(line) => navigate(getRateCardsPath({ card: card.id, line: line.id }), options)}
      />
      <LineEditing
        card={card}
        edited={search.line}
        onClose={() => navigate(getRateCardsPath({ card: card.id }), { ...options, replace: true })}
        onSaved={onNew}
      />
    </>
  )
}

type LineEditingProps = {
  card: RateCardSummary
  edited: string
  onClose: () => void
  onSaved: (card: RateCardSummary) => void
}

/** The dialog that a link can open. It keeps its card and line until it has closed. */
function LineEditing({ card, edited, onClose, onSaved }: LineEditingProps) {
  const { data } = useQuery(rateCardQuery(useApiClient(), card.id))
  const [last, setLast] = useState<{ card: RateCardSummary; line: ShippingLine; turn: number }>()
  const [shown, setShown] = useState('')
  const line = data?.data.lines.find(({ id }) => id === edited)
  const wanted = line ? `${card.id} ${line.id}` : ''
  if (wanted !== shown) {
    setShown(wanted)
    if (line) setLast({ card, line, turn: (last?.turn ?? 0) + 1 })
  }
  if (!last) return null
  return (
    <Suspense>
      <EditLineDialog
        key={last.turn}
        card={last.card}
        line={last.line}
        open={line !== undefined}
        onClose={onClose}
        onSaved={onSaved}
      />
    </Suspense>
  )
}
