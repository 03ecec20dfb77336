import { Trash2 } from 'lucide-react'
import { ApproveDenyButtons } from '#features/moderation/web/ApproveDenyButtons.tsx'
import { StatusSelect } from '#features/moderation/web/StatusSelect.tsx'
import { rowId } from '#features/moderation/web/use-moderation-cursor.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { marketplaceLabels, parseShopType } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { PhotoStrip } from '#shared/web/ui/images/PhotoStrip.tsx'
import type { PhotoSubmission } from '../../contract.ts'
import '#features/moderation/web/set-card.css'
import { formatPhotoCount } from './submission-moderation.ts'

type SubmissionCardProps = {
  set: PhotoSubmission
  status: ModerationStatus
  /** True for the submission that keyboard shortcuts apply to. */
  isAt: boolean
  onFocus: () => void
  onModerate: (status: ModerationStatus) => void
  onDelete: () => void
}

/** A member's submission, as admins moderate it. */
export function SubmissionCard({ set, status, isAt, onFocus, onModerate, onDelete }: SubmissionCardProps) {
  const label = `${formatPhotoCount(set)} by ${set.name}`
  return (
    <li
      id={rowId(set._id)}
      className={isAt ? 'set-card is-at' : 'set-card'}
      tabIndex={isAt ? 0 : -1}
      onFocus={onFocus}
    >
      <div className="set-card__head">
        <SubmissionItem set={set} />
        <span className="set-card__status">
          <StatusSelect label={`Status of ${label}`} status={status} onChange={onModerate} />
        </span>
      </div>
      <SubmissionDetails set={set} />
      <PhotoStrip photos={set.photos} label={label} />
      {set.isOfReview && (
        <p className="set-card__facts">
          Sent with a review. Denying keeps them out of the QC photos; the review has its own status.
        </p>
      )}
      <div className="set-card__acts">
        <ApproveDenyButtons
          of={label}
          status={status}
          onModerate={onModerate}
          className="set-card__verdict"
        />
        <button type="button" className="btn btn--quiet set-card__delete" onClick={onDelete}>
          <Trash2 className="icon icon--s" aria-hidden />
          <span>
            Delete<span className="visually-hidden"> {label}</span>
          </span>
        </button>
      </div>
    </li>
  )
}

function SubmissionItem({ set: { shopType, productCode, productName } }: { set: PhotoSubmission }) {
  const shop = parseShopType(shopType)
  const marketplaceLabel = shop ? marketplaceLabels[shop] : shopType
  return (
    <div className="set-card__item">
      <h2 className="set-card__name">
        {shop ? (
          <a href={paths.productQc(shop, productCode)}>
            {productName || `${marketplaceLabel} item ${productCode}`}
          </a>
        ) : (
          productName
        )}
      </h2>
      <p className="set-card__code">
        <span>{`${marketplaceLabel} · `}</span>
        <span className="tabular-nums">{productCode}</span>
      </p>
    </div>
  )
}

/** Author, time, and the photos' metadata. */
function SubmissionDetails({ set: { name, createdAt, agent, variant, takenAt } }: { set: PhotoSubmission }) {
  const now = useNow()
  const details = [agent, variant, takenAt && `taken ${formatDate(takenAt)}`].filter(Boolean)
  return (
    <p className="set-card__facts">
      <span>{`${name}, `}</span>
      <time dateTime={createdAt} title={formatDate(createdAt)}>
        {formatRelativeTime(createdAt, now)}
      </time>
      {details.length > 0 && <span>{` · ${details.join(' · ')}`}</span>}
    </p>
  )
}
