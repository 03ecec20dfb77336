import { Check, X } from 'lucide-react'
import type { ModerationStatus } from '#shared/column-values.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels, parseShopType } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import type { Review } from '../../contract.ts'
import { ReviewPhotos } from '../ReviewPhotos.tsx'
import './CommentDialog.css'

type CommentDialogProps = {
  review: Review
  status: ModerationStatus
  open: boolean
  onClose: () => void
  /** Closes the dialog as well. */
  onModerate: (status: ModerationStatus) => void
}

/** §2: a review's full comment, with author and item. */
export function CommentDialog({ review, status, open, onClose, onModerate }: CommentDialogProps) {
  const { comment } = review
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Comment"
      isText
      description={<ReviewByline review={review} />}
      acts={
        <>
          <button
            type="button"
            className="btn"
            aria-disabled={status === 'denied' || undefined}
            onClick={() => onModerate('denied')}
          >
            <X className="icon" aria-hidden />
            Deny
          </button>
          <button
            type="button"
            className="btn btn--brand"
            aria-disabled={status === 'approved' || undefined}
            onClick={() => onModerate('approved')}
          >
            <Check className="icon" aria-hidden />
            Approve
          </button>
        </>
      }
    >
      <div className="comment-dialog">
        <p className="comment-dialog__text" lang={detectLanguage(comment)}>
          {comment}
        </p>
        <ReviewPhotos review={review} />
        <ReviewedItem review={review} />
      </div>
    </Dialog>
  )
}

function ReviewByline({ review: { name, rating, createdAt } }: Pick<CommentDialogProps, 'review'>) {
  const now = useNow()
  return (
    <span className="comment-dialog__who">
      <span>{`${name}, `}</span>
      <time dateTime={createdAt} title={formatDate(createdAt)}>
        {formatRelativeTime(createdAt, now)}
      </time>
      <span>{', '}</span>
      <Stars rating={rating} />
    </span>
  )
}

function ReviewedItem({
  review: { productName, product_code, store_name },
}: Pick<CommentDialogProps, 'review'>) {
  const shop = parseShopType(store_name)
  return (
    <p className="comment-dialog__item">
      <span>{`${productName} · ${shop ? marketplaceLabels[shop] : store_name} `}</span>
      {shop ? (
        <a className="tabular-nums" href={paths.product(shop, product_code)}>
          {product_code}
        </a>
      ) : (
        <span className="tabular-nums">{product_code}</span>
      )}
    </p>
  )
}
