import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import './QcBadge.css'

type QcBadgeProps = {
  /** The number of photos; nothing is rendered for 0. */
  count: number
  /** When the newest photo was taken, as an ISO time. */
  newest?: string | null | undefined
  size?: 'normal' | 'large'
}

/** The badge of an item with QC photos: 'QC 14' and the age of the newest photo. */
export function QcBadge({ count, newest, size = 'normal' }: QcBadgeProps) {
  const now = useNow()
  if (count === 0) return null
  return (
    <span className={size === 'large' ? 'qc-badge qc-badge--l' : 'qc-badge'}>
      <span>{`QC ${count} `}</span>
      {newest && <span className="qc-badge__age">{formatRelativeTime(newest, now)}</span>}
    </span>
  )
}
