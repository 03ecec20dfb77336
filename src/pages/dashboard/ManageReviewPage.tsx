import { lazy, Suspense, useState } from 'react'
import type { ModeratedList } from '#features/moderation/web/moderated-list.ts'
import { keyLabels, useModerationCursor } from '#features/moderation/web/use-moderation-cursor.ts'
import type { Review } from '#features/reviews/contract.ts'
import {
  expandSearch,
  getManageReviewPath,
  isFiltered,
  parseReviewSearch,
  type ReviewSearch,
} from '#features/reviews/review-search.ts'
import { reviewLimits, reviewText } from '#features/reviews/texts-and-limits.ts'
import { useManagedReviews, useNamedReview } from '#features/reviews/web/manage/managed-reviews.ts'
import { ReviewFilters } from '#features/reviews/web/manage/ReviewFilters.tsx'
import { ReviewTable, reviewColumns } from '#features/reviews/web/manage/ReviewTable.tsx'
import { type ReviewModeration, useReviewModeration } from '#features/reviews/web/review-moderation.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { ListEmpty, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import './ManageReviewPage.css'
import { ModerationPage } from './ModerationPage.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

const CommentDialog = lazy(async () => ({
  default: (await import('#features/reviews/web/manage/CommentDialog.tsx')).CommentDialog,
}))

/** §2 Dashboard, Manage Review. */
export default function ManageReviewPage() {
  const search = parseReviewSearch(useSearchParams())
  const list = useManagedReviews(search)
  const apply = useApplySearch()
  return (
    <ModerationPage
      title="Manage Review"
      list={list}
      count={formatReviewCount}
      filters={(summary) => (
        <ReviewFilters search={search} summary={summary} onApply={(next) => apply(next, { isSmall: true })} />
      )}
      keys={[...keyLabels, ['Enter', 'full comment']]}
      loading={<TableSkeleton of="reviews" columns={reviewColumns} hasPictures />}
    >
      {(reviews) => <ManagedReviewList search={search} reviews={reviews} list={list} />}
    </ModerationPage>
  )
}

type ManagedReviewListProps = {
  search: ReviewSearch
  reviews: readonly Review[]
  list: ModeratedList<Review>
}

function ManagedReviewList({
  search,
  reviews,
  list: { total, isOutdated, isFetching },
}: ManagedReviewListProps) {
  const apply = useApplySearch()
  const moderation = useReviewModeration()
  const hasMore = reviews.length < Math.min(total, reviewLimits.list)
  const showMore = () => apply(expandSearch(search), { isSmall: true })
  const openComment = ({ _id }: Review) => apply({ ...search, review: _id })
  const { at, put } = useModerationCursor(reviews, moderation, {
    open: openComment,
    onEnd: () => hasMore && showMore(),
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
          onFocus={put}
          onOpen={openComment}
          onModerate={moderation.change}
        />
      )}
      <div className="manage-review__foot">
        <p role="status">
          {reviews.length < total && `${reviews.length} of ${formatReviewCount(total)} are shown`}
        </p>
        {hasMore && (
          <button type="button" className="btn" aria-busy={isFetching || undefined} onClick={showMore}>
            Load more
          </button>
        )}
      </div>
      <OpenComment search={search} reviews={reviews} moderation={moderation} />
    </>
  )
}

function NoReviews({ isFiltered }: { isFiltered: boolean }) {
  return (
    <ListEmpty
      title={reviewText.empty}
      text={isFiltered ? 'No reviews match these filters.' : 'New reviews appear here first.'}
    >
      {isFiltered && (
        <a className="btn" href={paths.manageReview()}>
          Clear filters
        </a>
      )}
    </ListEmpty>
  )
}

type OpenCommentProps = { search: ReviewSearch; reviews: readonly Review[]; moderation: ReviewModeration }

/** The dialog that a link can open: `?review={_id}`. Shows its review until the exit animation has ended. */
function OpenComment({ search, reviews, moderation }: OpenCommentProps) {
  const apply = useApplySearch()
  const [review, setReview] = useState<Review>()
  const namedReview = useNamedReview(search.review, reviews)
  if (namedReview && namedReview !== review) setReview(namedReview)
  if (!review) return null
  const close = () => apply({ ...search, review: '' }, { isSmall: true })
  function handleModerate(status: ModerationStatus) {
    if (review) moderation.change(review, status)
    close()
  }
  return (
    <Suspense>
      <CommentDialog
        review={review}
        status={moderation.getStatus(review)}
        open={search.review === review._id}
        onClose={close}
        onModerate={handleModerate}
      />
    </Suspense>
  )
}

/** Navigates to another state of the list; a small change adds no history entry. */
function useApplySearch() {
  const navigate = useNavigate()
  return (search: ReviewSearch, { isSmall = false } = {}) =>
    navigate(getManageReviewPath(search), { replace: isSmall, preventScrollReset: true })
}

function formatReviewCount(count: number): string {
  return count === 1 ? '1 review' : `${formatNumber(count)} reviews`
}
