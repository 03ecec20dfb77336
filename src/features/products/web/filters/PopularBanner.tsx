import './PopularBanner.css'
import { Link, RefreshCw, Repeat2, Users } from 'lucide-react'
import { popularBanner } from '../../claims.ts'
import { productText } from '../../spec.ts'

const icons = { people: Users, link: Link, renewed: RefreshCw, exchange: Repeat2 }

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
    </section>
  )
}
