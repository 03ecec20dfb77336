import { Undo2 } from 'lucide-react'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels, parseShopType } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import type { Review } from '../contract.ts'
import './ModerationCard.css'
import { ReviewPhotos } from './ReviewPhotos.tsx'
import type { Decision } from './review-queue.ts'

type ModerationCardProps = {
  review: Review
  onModerate: (decision: Decision) => void
  canUndo: boolean
  onUndo: () => void
}

/** The review to moderate next, with its full text. */
export function ModerationCard({ review, onModerate, canUndo, onUndo }: ModerationCardProps) {
  return (
    <article className="moderation-card" aria-labelledby="ticket-title">
      <ModerationCardHead review={review} />
      <p className="moderation-card__text" lang={detectLanguage(review.comment)}>
        {review.comment}
      </p>
      <ReviewPhotos review={review} />
      <div className="moderation-card__acts">
        <button
          type="button"
          className="primary-button"
          data-decision="approved"
          onClick={() => onModerate('approved')}
        >
          Approve <ShortcutKey letter="a" />
        </button>
        <button type="button" className="btn" data-decision="denied" onClick={() => onModerate('denied')}>
          Deny <ShortcutKey letter="d" />
        </button>
        <UndoLast canUndo={canUndo} onUndo={onUndo} />
      </div>
    </article>
  )
}

function ModerationCardHead({ review }: { review: Review }) {
  const { productName, product_code, product_img, store_name, rating, name, createdAt } = review
  const shopType = parseShopType(store_name)
  const now = useNow()
  return (
    <div className="moderation-card__top">
      <Picture src={product_img} alt="" width={72} height={72} sizes="72px" maxWidth={160} />
      <h3 id="ticket-title">
        {shopType ? <a href={paths.product(shopType, product_code)}>{productName}</a> : productName}
      </h3>
      <p className="moderation-card__by">
        <Stars rating={rating} />
        <b>{name}</b>
        <time dateTime={createdAt}>{formatRelativeTime(createdAt, now)}</time>
        <span>{`${shopType ? marketplaceLabels[shopType] : ''} ${product_code}`}</span>
      </p>
    </div>
  )
}

type UndoLastProps = Pick<ModerationCardProps, 'canUndo' | 'onUndo'>

/** Undoes the last decision. */
export function UndoLast({ canUndo, onUndo }: UndoLastProps) {
  return (
    <button
      type="button"
      className="btn btn--quiet moderation-card__undo"
      aria-disabled={!canUndo || undefined}
      onClick={() => canUndo && onUndo()}
    >
      <Undo2 className="icon icon--s" aria-hidden />
      Undo last <ShortcutKey letter="z" />
    </button>
  )
}

/** The keyboard shortcut of a button; hidden on phones. */
function ShortcutKey({ letter }: { letter: string }) {
  return (
    <kbd className="moderation-card__key" aria-hidden>
      {letter}
    </kbd>
  )
}
