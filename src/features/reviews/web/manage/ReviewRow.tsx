import { rowId } from '#shared/web/moderation-keys.ts'
import { ApproveDenyButtons } from '#shared/web/ui/ApproveDenyButtons.tsx'
import { Picture } from '#shared/web/ui/Picture.tsx'
import { RowSelect } from '#shared/web/ui/RowSelect.tsx'
import { Stars } from '#shared/web/ui/Stars.tsx'
import { StatusShape } from '#shared/web/ui/StatusMark.tsx'
import { Cell, Row } from '#shared/web/ui/Table.tsx'
import { TruncatedText } from '#shared/web/ui/TruncatedText.tsx'
import type { Review } from '../../contract.ts'
import { type ReviewStatus, reviewLimits, reviewStatuses } from '../../spec.ts'
import { statusLooks, statusOptions } from './review-words.ts'

type ReviewRowProps = {
  review: Review
  number: number
  status: ReviewStatus
  /** The keys are about this one. */
  isAt: boolean
  onFocus: () => void
  onOpen: () => void
  onJudge: (status: ReviewStatus) => void
}

/** A review as admins judge it (§2 Manage Review). */
export function ReviewRow({ review, number, status, isAt, onFocus, onOpen, onJudge }: ReviewRowProps) {
  const { _id, name, comment, rating, productName, product_img } = review
  return (
    <Row id={rowId(_id)} className="review-row" isSelected={isAt} tabIndex={isAt ? 0 : -1} onFocus={onFocus}>
      <Cell column="number" isMuted>
        {number}
      </Cell>
      <Cell column="picture">
        {product_img ? (
          <Picture src={product_img} alt="" width={56} height={56} sizes="56px" longest={160} />
        ) : (
          <span className="review-row__blank" />
        )}
      </Cell>
      <Cell column="product" isStrong>
        <TruncatedText text={productName} most={reviewLimits.shownProduct} title="Product name" />
      </Cell>
      <Cell column="name" isMuted>
        {name}
      </Cell>
      <Cell column="comment">
        <TruncatedText text={comment} most={reviewLimits.shownComment} title="Comment" onOpen={onOpen} />
      </Cell>
      <Cell column="rating">
        <Stars rating={rating} />
      </Cell>
      <Cell column="status">
        <span className="review-row__status">
          <StatusShape look={statusLooks[status]} />
          <RowSelect
            label={`Status of the review by ${name}`}
            value={status}
            options={statusOptions}
            onChange={(value) => onJudge(reviewStatuses.find((known) => known === value) ?? 'pending')}
          />
        </span>
      </Cell>
      <Cell place="end" className="only-on-cards">
        <ApproveDenyButtons
          of={`review by ${name}`}
          status={status}
          onJudge={onJudge}
          className="review-row__verdict"
        />
      </Cell>
    </Row>
  )
}
