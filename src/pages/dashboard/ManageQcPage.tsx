import type { PhotoSubmission } from '#features/member-photos/contract.ts'
import {
  buildSubmissionsUrl,
  parseSubmissionSearch,
  type SubmissionSearch,
} from '#features/member-photos/manage-search.ts'
import { submissionLimits, submissionText } from '#features/member-photos/texts-and-limits.ts'
import { useManagedSubmissions } from '#features/member-photos/web/manage/managed-submissions.ts'
import { SubmissionCard } from '#features/member-photos/web/manage/SubmissionCard.tsx'
import { useSubmissionModeration } from '#features/member-photos/web/manage/submission-moderation.ts'
import { findStatus, statusLabels } from '#features/moderation/status.ts'
import type { ModeratedList } from '#features/moderation/web/moderated-list.ts'
import { keyLabels, rowId, useModerationCursor } from '#features/moderation/web/use-moderation-cursor.ts'
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

/** Dashboard: photos that members submitted. */
export default function ManageQcPage() {
  const search = parseSubmissionSearch(useSearchParams())
  const list = useManagedSubmissions(search)
  return (
    <ModerationPage
      title="Manage QC Photos"
      list={list}
      count={formatSubmissionCount}
      filters={(summary) => <StatusFilter search={search} summary={summary} />}
      keys={[...keyLabels, ['Enter', 'full size']]}
      loading={<SubmissionsSkeleton />}
    >
      {(sets) => <Submissions search={search} sets={sets} list={list} />}
    </ModerationPage>
  )
}

function StatusFilter({ search, summary }: { search: SubmissionSearch; summary: string }) {
  const navigate = useNavigate()
  const apply = (status: SubmissionSearch['status']) =>
    navigate(buildSubmissionsUrl({ status, page: 1 }), { replace: true, preventScrollReset: true })
  return (
    <ListBar onSubmit={() => apply(search.status)} summary={summary}>
      <ListFilter
        id="set-status"
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

type SubmissionsProps = {
  search: SubmissionSearch
  sets: readonly PhotoSubmission[]
  list: ModeratedList<PhotoSubmission>
}

function Submissions({ search, sets, list: { total, isOutdated } }: SubmissionsProps) {
  const moderation = useSubmissionModeration()
  const { at, put } = useModerationCursor(sets, moderation, { open: openFirstPhoto })
  return (
    <>
      {sets.length === 0 ? (
        <NoSubmissions search={search} />
      ) : (
        <ul className={isOutdated ? 'set-list is-outdated' : 'set-list'} aria-label="Photos, newest first">
          {sets.map((set) => (
            <SubmissionCard
              key={set._id}
              set={set}
              status={moderation.getStatus(set)}
              isAt={set._id === at?._id}
              onFocus={() => put(set)}
              onModerate={(status) => moderation.change(set, status)}
              onDelete={() => moderation.remove(set)}
            />
          ))}
        </ul>
      )}
      <div className="manage-qc__foot">
        <Pager
          page={search.page}
          total={Math.ceil(total / submissionLimits.page)}
          href={(page) => buildSubmissionsUrl({ ...search, page })}
        />
      </div>
    </>
  )
}

function openFirstPhoto({ _id }: PhotoSubmission): void {
  document.getElementById(rowId(_id))?.querySelector<HTMLElement>('.photo-strip__photo')?.click()
}

function NoSubmissions({ search: { status, page } }: { search: SubmissionSearch }) {
  if (page > 1)
    return (
      <ListEmpty title={submissionText.empty} text="This page doesn't exist.">
        <a className="btn" href={buildSubmissionsUrl({ status, page: 1 })}>
          First page
        </a>
      </ListEmpty>
    )
  const isWaiting = status === 'pending'
  return (
    <ListEmpty
      title={isWaiting ? 'No photos are waiting' : submissionText.empty}
      text={isWaiting ? 'New photos appear here before they are public.' : 'No photos match this filter.'}
    >
      {status !== 'All' && (
        <a className="btn" href={buildSubmissionsUrl({ status: 'All', page: 1 })}>
          Show all
        </a>
      )}
    </ListEmpty>
  )
}

function SubmissionsSkeleton() {
  return (
    <div className="manage-qc__loading">
      <p className="visually-hidden" role="status">
        Loading photos
      </p>
      {Array.from({ length: 12 }, (_, line) => (
        <Skeleton key={line} />
      ))}
    </div>
  )
}

function formatSubmissionCount(count: number): string {
  return count === 1 ? '1 set of photos' : `${formatNumber(count)} sets of photos`
}
