import { Undo2 } from 'lucide-react'
import { languageOf } from '#shared/language.ts'
import { paths } from '#shared/paths.ts'
import { relativeTime } from '#shared/relative-time.ts'
import { shopLabels, shopTypeOf } from '#shared/shops.ts'
import { useNow } from '#shared/web/now.ts'
import { Picture } from '#shared/web/ui/Picture.tsx'
import { Stars } from '#shared/web/ui/Stars.tsx'
import type { Review } from '../contract.ts'
import './ModerationCard.css'
import type { Decision } from './review-queue.ts'

type ReviewTicketProps = {
  review: Review
  onModerate: (decision: Decision) => void
  canUndo: boolean
  onUndo: () => void
}

/** The review that is moderated now, whole. */
export function ModerationCard({ review, onModerate, canUndo, onUndo }: ReviewTicketProps) {
  return (
    <article className="ticket" aria-labelledby="ticket-title">
      <TicketHead review={review} />
      <p className="ticket__text" lang={languageOf(review.comment)}>
        {review.comment}
      </p>
      <div className="ticket__acts">
        <button
          type="button"
          className="tape"
          data-decision="approved"
          onClick={() => onModerate('approved')}
        >
          Approve <Key letter="a" />
        </button>
        <button type="button" className="btn" data-decision="denied" onClick={() => onModerate('denied')}>
          Deny <Key letter="d" />
        </button>
        <UndoLast canUndo={canUndo} onUndo={onUndo} />
      </div>
    </article>
  )
}

function TicketHead({ review }: { review: Review }) {
  const { productName, product_code, product_img, store_name, rating, name, createdAt } = review
  const shopType = shopTypeOf(store_name)
  const now = useNow()
  return (
    <div className="ticket__top">
      <Picture src={product_img} alt="" width={72} height={72} sizes="72px" longest={160} />
      <h3 id="ticket-title">
        {shopType ? <a href={paths.product(shopType, product_code)}>{productName}</a> : productName}
      </h3>
      <p className="ticket__by">
        <Stars rating={rating} />
        <b>{name}</b>
        <time dateTime={createdAt}>{relativeTime(createdAt, now)}</time>
        <span>
          {shopType && shopLabels[shopType]} {product_code}
        </span>
      </p>
    </div>
  )
}

type UndoLastProps = Pick<ReviewTicketProps, 'canUndo' | 'onUndo'>

/** Takes back the last decision. */
export function UndoLast({ canUndo, onUndo }: UndoLastProps) {
  return (
    <button
      type="button"
      className="btn btn--quiet ticket__undo"
      aria-disabled={!canUndo || undefined}
      onClick={() => canUndo && onUndo()}
    >
      <Undo2 className="icon icon--s" aria-hidden />
      Undo last <Key letter="z" />
    </button>
  )
}

/** The key that does the same; phones have none. */
function Key({ letter }: { letter: string }) {
  return (
    <kbd className="ticket__key" aria-hidden>
      {letter}
    </kbd>
  )
}
