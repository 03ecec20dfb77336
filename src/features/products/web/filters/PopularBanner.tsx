import './PopularBanner.css'
import { useQuery } from '@tanstack/react-query'
import { Link, RefreshCw, Repeat2, Users } from 'lucide-react'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { popularBanner } from '../../claims.ts'
import { productText } from '../../spec.ts'
import { catalogueFactsQuery } from '../queries.ts'

const icons = { people: Users, link: Link, renewed: RefreshCw, exchange: Repeat2 }

/** What can be counted, beside what is claimed. */
function Facts() {
  const { data } = useQuery(catalogueFactsQuery(useApiClient()))
  const now = useNow()
  if (!data) return null
  const { items, qcPhotos, newestPhoto, agents } = data.data
  return (
    <dl className="wrap banner__facts">
      <Fact name={items === 1 ? 'item' : 'items'} value={formatNumber(items)} />
      <Fact name={qcPhotos === 1 ? 'QC photo' : 'QC photos'} value={formatNumber(qcPhotos)} />
      {newestPhoto && <Fact name="newest photo" value={formatRelativeTime(newestPhoto, now)} />}
      <Fact name={agents === 1 ? 'agent' : 'agents'} value={formatNumber(agents)} />
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  )
}

/** §2: what the screen is, and the operator's four claims. */
export function PopularBanner() {
  return (
    <section className="banner surface-mat" aria-labelledby="popular-title">
      <div className="ruler-ticks banner__edge" aria-hidden />
      <div className="wrap banner__in">
        <div className="banner__plate">
          <h1 id="popular-title">{productText.popularTitle}</h1>
          <p className="banner__line">{popularBanner.line}</p>
        </div>
        <ul className="claims banner__plate">
          {popularBanner.claims.map(({ icon, text }) => {
            const Icon = icons[icon]
            return (
              <li key={text}>
                <Icon className="icon" aria-hidden />
                <span>{text}</span>
              </li>
            )
          })}
        </ul>
      </div>
      <Facts />
    </section>
  )
}
