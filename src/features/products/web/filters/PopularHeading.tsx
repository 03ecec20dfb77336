import './PopularHeading.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { productText } from '../../texts-and-limits.ts'
import { catalogueFactsQuery } from '../queries.ts'

/** The line below the title (§2), and the page's description. */
export const popularLine = 'Featuring products from Taobao, Weidian, 1688, and more'

/** The totals of the site, in one line when there is room. */
function Facts() {
  const { data } = useQuery(catalogueFactsQuery(useApiClient()))
  const now = useNow()
  if (!data || data.data.items === 0) return null
  const { items, qcPhotos, newestPhoto } = data.data
  return (
    <p className="popular-heading__facts tabular-nums">
      <span>
        <b>{formatNumber(items)}</b>
        <span>{` ${items === 1 ? 'item' : 'items'}`}</span>
      </span>
      <span>
        <b>{formatNumber(qcPhotos)}</b>
        <span>{` ${qcPhotos === 1 ? 'QC photo' : 'QC photos'}`}</span>
      </span>
      {newestPhoto && (
        <span>
          newest <b>{formatRelativeTime(newestPhoto, now)}</b>
        </span>
      )}
    </p>
  )
}

/** The heading of the screen (§2); on phones with the destination beside it. */
export function PopularHeading({ shipTo }: { shipTo: ReactNode }) {
  return (
    <div className="popular-heading">
      <h1 id="popular-title">{productText.popularTitle}</h1>
      <p className="popular-heading__line">{popularLine}</p>
      {shipTo}
      <Facts />
    </div>
  )
}
