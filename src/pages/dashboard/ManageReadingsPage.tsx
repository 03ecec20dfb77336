import { findStatus, statusLabels } from '#features/moderation/status.ts'
import type { ModeratedList } from '#features/moderation/web/moderated-list.ts'
import { keyLabels, rowId, useModerationCursor } from '#features/moderation/web/use-moderation-cursor.ts'
import type { ItemReading } from '#features/readings/contract.ts'
import { buildReadingsUrl, parseReadingSearch, type ReadingSearch } from '#features/readings/manage-search.ts'
import { readingRules } from '#features/readings/texts-and-limits.ts'
import { useManagedReadings, useReadingModeration } from '#features/readings/web/manage/managed-readings.ts'
import { ReadingCard } from '#features/readings/web/manage/ReadingCard.tsx'
import { moderationStatuses } from '#shared/column-values.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { ListEmpty } from '#shared/web/ui/feedback/ListStates.tsx'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { ListBar, ListFilter } from '#shared/web/ui/lists/ListBar.tsx'
import { Pager } from '#shared/web/ui/lists/Pager.tsx'
import './ManageQcPage.css'
import { ModerationPage } from './ModerationPage.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** Dashboard: what members read in the pages of unknown items. */
export default function ManageReadingsPage() {
  const search = parseReadingSearch(useSearchParams())
  const list = useManagedReadings(search)
  return (
    <ModerationPage
      title="Manage Readings"
      list={list}
      count={(count) => (count === 1 ? '1 reading' : `${formatNumber(count)} readings`)}
      filters={(summary) => <StatusFilter search={search} summary={summary} />}
      keys={[...keyLabels, ['Enter', 'the item']]}
      loading={<Skeleton />}
    >
      {(readings) => <Readings search={search} readings={readings} list={list} />}
    </ModerationPage>
  )
}

function StatusFilter({ search, summary }: { search: ReadingSearch; summary: string }) {
  const navigate = useNavigate()
  const apply = (status: ReadingSearch['status']) =>
    navigate(buildReadingsUrl({ status, page: 1 }), { replace: true, preventScrollReset: true })
  return (
    <ListBar onSubmit={() => apply(search.status)} summary={summary}>
      <ListFilter
        id="reading-status"
        label="Status"
        name="status"
        value={search.status}
        onChange={({ target }) => apply(findStatus(target.value) ?? 'All')}
      >
        {moderationStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
        <option>All</option>
      </ListFilter>
    </ListBar>
  )
}

type ReadingsProps = {
  search: ReadingSearch
  readings: readonly ItemReading[]
  list: ModeratedList<ItemReading>
}

function Readings({ search, readings, list: { total, isOutdated } }: ReadingsProps) {
  const moderation = useReadingModeration()
  const { at, put } = useModerationCursor(readings, moderation, { open: openItem })
  return (
    <>
      {readings.length === 0 ? (
        <NoReadings search={search} />
      ) : (
        <ul className={isOutdated ? 'set-list is-outdated' : 'set-list'} aria-label="Readings, newest first">
          {readings.map((reading) => (
            <ReadingCard
              key={reading._id}
              reading={reading}
              status={moderation.getStatus(reading)}
              isAt={reading._id === at?._id}
              onFocus={() => put(reading)}
              onModerate={(status) => moderation.change(reading, status)}
            />
          ))}
        </ul>
      )}
      <div className="manage-qc__foot">
        <Pager
          page={search.page}
          total={Math.ceil(total / readingRules.shown)}
          href={(page) => buildReadingsUrl({ ...search, page })}
        />
      </div>
    </>
  )
}

function openItem({ _id }: ItemReading): void {
  document.getElementById(rowId(_id))?.querySelector('a')?.click()
}

function NoReadings({ search: { status, page } }: { search: ReadingSearch }) {
  if (page > 1)
    return (
      <ListEmpty title="No readings" text="This page doesn't exist.">
        <a className="btn" href={buildReadingsUrl({ status, page: 1 })}>
          First page
        </a>
      </ListEmpty>
    )
  const isWaiting = status === 'pending'
  return (
    <ListEmpty
      title={isWaiting ? 'No readings are waiting' : 'No readings'}
      text={
        isWaiting
          ? 'What members read is shown as not confirmed until you decide.'
          : 'No readings match this filter.'
      }
    >
      {status !== 'All' && (
        <a className="btn" href={buildReadingsUrl({ status: 'All', page: 1 })}>
          Show all
        </a>
      )}
    </ListEmpty>
  )
}
