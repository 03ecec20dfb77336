import '#features/moderation/web/set-card.css'
import { ApproveDenyButtons } from '#features/moderation/web/ApproveDenyButtons.tsx'
import { StatusSelect } from '#features/moderation/web/StatusSelect.tsx'
import { rowId } from '#features/moderation/web/use-moderation-cursor.ts'
import type { ModerationStatus } from '#shared/column-values.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatGrams } from '#shared/format/format-number.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels, parseShopType } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { PhotoStrip } from '#shared/web/ui/images/PhotoStrip.tsx'
import type { ItemReading } from '../../contract.ts'
import { describeVariants, formatStatedPrice } from '../hand-over/reading-parts.ts'

type ReadingCardProps = {
  reading: ItemReading
  status: ModerationStatus
  /** True for the reading that keyboard shortcuts apply to. */
  isAt: boolean
  onFocus: () => void
  onModerate: (status: ModerationStatus) => void
}

/** What a member read, as admins judge it. */
export function ReadingCard({ reading, status, isAt, onFocus, onModerate }: ReadingCardProps) {
  const label = `the reading of item ${reading.productCode}`
  const { title, weight, variants, pictures } = reading
  const facts = [
    formatStatedPrice(reading),
    weight === null ? '' : formatGrams(weight),
    describeVariants(variants),
  ]
  return (
    <li
      id={rowId(reading._id)}
      className={isAt ? 'set-card is-at' : 'set-card'}
      tabIndex={isAt ? 0 : -1}
      onFocus={onFocus}
    >
      <div className="set-card__head">
        <div className="set-card__item">
          <ReadingItem reading={reading} title={title} />
        </div>
        <span className="set-card__status">
          <StatusSelect label={`Status of ${label}`} status={status} onChange={onModerate} />
        </span>
      </div>
      <p>{facts.filter((fact) => fact !== '').join(' · ')}</p>
      <ReadingDetails reading={reading} />
      {pictures.length > 0 && (
        <PhotoStrip photos={pictures.map((url) => ({ url, width: 96, height: 96 }))} label={label} />
      )}
      <div className="set-card__acts">
        <ApproveDenyButtons
          of={label}
          status={status}
          onModerate={onModerate}
          className="set-card__verdict"
        />
      </div>
    </li>
  )
}

function ReadingItem({ reading, title }: { reading: ItemReading; title: string | null }) {
  const shop = parseShopType(reading.shopType)
  const name = title ?? `Item ${reading.productCode}`
  return (
    <>
      <h2 className="set-card__name" lang={detectLanguage(name)}>
        {shop ? <a href={paths.product(shop, reading.productCode)}>{name}</a> : name}
      </h2>
      <p className="set-card__code">
        <span>{`${shop ? marketplaceLabels[shop] : reading.shopType} · `}</span>
        <span className="tabular-nums">{reading.productCode}</span>
      </p>
    </>
  )
}

/** When it was read, who confirmed it, and what members answered. */
function ReadingDetails({ reading: { createdAt, confirmedBy, reports } }: { reading: ItemReading }) {
  const now = useNow()
  const details = [
    confirmedBy === 'members' && 'confirmed by a second member',
    reports.right > 0 && `${reports.right} said yes`,
    reports.off > 0 && `${reports.off} said that something is off`,
  ].filter(Boolean)
  return (
    <p className="set-card__facts">
      <time dateTime={createdAt} title={formatDate(createdAt)}>
        {formatRelativeTime(createdAt, now)}
      </time>
      {details.length > 0 && <span>{` · ${details.join(' · ')}`}</span>}
    </p>
  )
}
