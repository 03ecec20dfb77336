import type { ModerationStatus } from '#shared/column-values.ts'
import { Table, type TableColumn } from '#shared/web/ui/lists/Table.tsx'
import type { Review } from '../../contract.ts'
import type { ReviewModeration } from '../review-moderation.ts'
import { ReviewRow } from './ReviewRow.tsx'
import './ReviewTable.css'

export const reviewColumns: readonly TableColumn[] = [
  { key: 'number', label: 'Sl', isNumeric: true, isNarrow: true, position: 'none' },
  { key: 'picture', label: 'Image', isNarrow: true, position: 'picture' },
  { key: 'product', label: 'Product Name', position: 'lead' },
  { key: 'name', label: 'User Name', position: 'sub' },
  { key: 'comment', label: 'Comment', position: 'wide' },
  { key: 'rating', label: 'Rating', position: 'half' },
  { key: 'status', label: 'Status', position: 'half' },
]

type ReviewTableProps = {
  reviews: readonly Review[]
  moderation: ReviewModeration
  at: Review | undefined
  isOutdated: boolean
  onFocus: (review: Review) => void
  onOpen: (review: Review) => void
  onModerate: (review: Review, status: ModerationStatus) => void
}

/** The reviews of the dashboard, the newest first. */
export function ReviewTable(props: ReviewTableProps) {
  const { reviews, moderation, at, isOutdated, onFocus, onOpen, onModerate } = props
  return (
    <Table
      label="Reviews, newest first"
      columns={reviewColumns}
      hasPictures
      isBusy={isOutdated}
      className={isOutdated ? 'review-table is-outdated' : 'review-table'}
    >
      {reviews.map((review, index) => (
        <ReviewRow
          key={review._id}
          review={review}
          number={index + 1}
          status={moderation.getStatus(review)}
          isAt={review._id === at?._id}
          onFocus={() => onFocus(review)}
          onOpen={() => onOpen(review)}
          onModerate={(status) => onModerate(review, status)}
        />
      ))}
    </Table>
  )
}
