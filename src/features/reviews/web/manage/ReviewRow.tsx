import { ApproveDenyButtons } from '#features/moderation/web/ApproveDenyButtons.tsx'
import { StatusSelect } from '#features/moderation/web/StatusSelect.tsx'
import { rowId } from '#features/moderation/web/use-moderation-cursor.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { TableCell, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import { TruncatedText } from '#shared/web/ui/values/TruncatedText.tsx'
import type { Review } from '../../contract.ts'
import { reviewLimits, statusOrder } from '../../texts-and-limits.ts'
import { ReviewPhotos } from '../ReviewPhotos.tsx'

type ReviewRowProps = {
  review: Review
  number: number
  status: ModerationStatus
  /** Keyboard shortcuts apply to this row. */
  isAt: boolean
  onFocus: () => void
  onOpen: () => void
  onModerate: (status: ModerationStatus) => void
}

/** A review in the moderation table (§2 Manage Review). */
export function ReviewRow({ review, number, status, isAt, onFocus, onOpen, onModerate }: ReviewRowProps) {
  const { _id, name, comment, rating } = review
  return (
    <TableRow
      id={rowId(_id)}
      className="review-row"
      isSelected={isAt}
      tabIndex={isAt ? 0 : -1}
      onFocus={onFocus}
    >
      <TableCell column="number" isMuted>
        {number}
      </TableCell>
      <ProductCells review={review} />
      <TableCell column="name" isMuted>
        {name}
      </TableCell>
      <TableCell column="comment">
        <TruncatedText text={comment} maxLength={reviewLimits.shownComment} title="Comment" onOpen={onOpen} />
        <ReviewPhotos review={review} />
      </TableCell>
      <TableCell column="rating">
        <Stars rating={rating} />
      </TableCell>
      <TableCell column="status">
        <span className="review-row__status">
          <StatusSelect
            label={`Status of the review by ${name}`}
            status={status}
            statuses={statusOrder}
            onChange={onModerate}
          />
        </span>
      </TableCell>
      <TableCell position="end" className="only-on-cards">
        <ApproveDenyButtons
          of={`review by ${name}`}
          status={status}
          onModerate={onModerate}
          className="review-row__verdict"
        />
      </TableCell>
    </TableRow>
  )
}

function ProductCells({ review: { productName, product_img } }: Pick<ReviewRowProps, 'review'>) {
  return (
    <>
      <TableCell column="picture">
        {product_img ? (
          <Picture src={product_img} alt="" width={56} height={56} sizes="56px" maxWidth={160} />
        ) : (
          <span className="review-row__blank" />
        )}
      </TableCell>
      <TableCell column="product" isStrong>
        <TruncatedText text={productName} maxLength={reviewLimits.shownProduct} title="Product name" />
      </TableCell>
    </>
  )
}
