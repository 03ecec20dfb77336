import { lazy, Suspense, useState } from 'react'
import type { Review } from '#features/reviews/contract.ts'
import {
  isFiltered,
  type ReviewSearch,
  reviewAddress,
  reviewSearchOf,
  withMore,
} from '#features/reviews/manage-search.ts'
import { type ReviewStatus, reviewLimits, reviewText } from '#features/reviews/spec.ts'
import {
  type ManagedReviews,
  useManagedReviews,
  useNamedReview,
} from '#features/reviews/web/manage/managed-reviews.ts'
import { ReviewFilters } from '#features/reviews/web/manage/ReviewFilters.tsx'
import { ReviewTable, reviewColumns } from '#features/reviews/web/manage/ReviewTable.tsx'
import { type Moderation, useModeration } from '#features/reviews/web/moderation.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { keyWords, useModerationKeys, useRowCursor } from '#shared/web/moderation-keys.ts'
import { useNavigate, useSearchParams } from '#shared/web/router.tsx'
import { KeyList } from '#shared/web/ui/KeyList.tsx'
import { ListEmpty, ListError, TableSkeleton } from '#shared/web/ui/ListStates.tsx'
import './ManageReviewPage.css'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

const CommentDialog = lazy(async () => ({
  default: (await import('#features/reviews/web/manage/CommentDialog.tsx')).CommentDialog,
}))

/** §2 Dashboard, Manage Review. */
export default function ManageReviewPage() {
  const search = reviewSearchOf(useSearchParams())
  const list = useManagedReviews(search)
  const apply = useApply()
  const { reviews, total, isOutdated, error, retry, isFetching } = list
  return (
    <>
      <PageHead title="Manage Review" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>Manage Review</h1>
      </div>
      <ReviewFilters
        search={search}
        summary={reviews && !isOutdated ? counted(total) : ''}
        onApply={(next) => apply(next, { isSmall: true })}
      />
      {error ? (
        <ListError error={error} onRetry={retry} isBusy={isFetching} />
      ) : reviews ? (
        <Reviews search={search} list={{ ...list, reviews }} />
      ) : (
        <TableSkeleton of="reviews" columns={reviewColumns} hasPictures />
      )}
    </>
  )
}

type ReviewsProps = { search: ReviewSearch; list: ManagedReviews & { reviews: readonly Review[] } }

function Reviews({ search, list }: ReviewsProps) {
  const { reviews, total, isOutdated, isFetching } = list
  const apply = useApply()
  const moderation = useModeration()
  const cursor = useRowCursor(reviews)
  const hasMore = reviews.length < Math.min(total, reviewLimits.list)
  const showMore = () => apply(withMore(search), { isSmall: true })
  const open = ({ _id }: Review) => apply({ ...search, review: _id })
  const { at } = cursor

  useModerationKeys({
    step(by) {
      if (!cursor.step(by) && by > 0 && hasMore) showMore()
    },
    judge(status) {
      if (!at) return
      cursor.put(at)
      moderation.change(at, status)
    },
    undo() {
      const id = moderation.undo()
      if (id) cursor.seek(id)
    },
    open: () => at && open(at),
  })

  return (
    <>
      {reviews.length === 0 ? (
        <NoReviews isFiltered={isFiltered(search)} />
      ) : (
        <ReviewTable
          reviews={reviews}
          moderation={moderation}
          at={at}
          isOutdated={isOutdated}
          onFocus={cursor.put}
          onOpen={open}
          onJudge={moderation.change}
        />
      )}
      <div className="manage-review__foot">
        <p role="status">{reviews.length < total && `${reviews.length} of ${counted(total)} are shown`}</p>
        {hasMore && (
          <button type="button" className="btn" aria-busy={isFetching || undefined} onClick={showMore}>
            Load more
          </button>
        )}
        <KeyList keys={[...keyWords, ['Enter', 'full comment']]} />
      </div>
      <OpenComment search={search} reviews={reviews} moderation={moderation} />
    </>
  )
}

function NoReviews({ isFiltered }: { isFiltered: boolean }) {
  return (
    <ListEmpty
      title={reviewText.empty}
      text={isFiltered ? 'The filters leave none.' : 'What shoppers write about items comes here first.'}
    >
      {isFiltered && (
        <a className="btn" href={paths.manageReview()}>
          Clear filters
        </a>
      )}
    </ListEmpty>
  )
}

type OpenCommentProps = { search: ReviewSearch; reviews: readonly Review[]; moderation: Moderation }

/** The dialog that a link can open: `?review={_id}`. It keeps its review until it has closed. */
function OpenComment({ search, reviews, moderation }: OpenCommentProps) {
  const apply = useApply()
  const [kept, setKept] = useState<Review>()
  const found = useNamedReview(search.review, reviews)
  if (found && found !== kept) setKept(found)
  if (!kept) return null
  const close = () => apply({ ...search, review: '' }, { isSmall: true })
  function handleJudge(status: ReviewStatus) {
    if (kept) moderation.change(kept, status)
    close()
  }
  return (
    <Suspense>
      <CommentDialog
        review={kept}
        status={moderation.statusOf(kept)}
        open={search.review === kept._id}
        onClose={close}
        onJudge={handleJudge}
      />
    </Suspense>
  )
}

/** Leads to another part of the list; a small change is none to go back to. */
function useApply() {
  const navigate = useNavigate()
  return (search: ReviewSearch, { isSmall = false } = {}) =>
    navigate(reviewAddress(search), { replace: isSmall, preventScrollReset: true })
}

function counted(count: number): string {
  return count === 1 ? '1 review' : `${count.toLocaleString('en')} reviews`
}
