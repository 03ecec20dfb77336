import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { listCommunityLinks } from '#features/site/web/community-links.ts'
import { settingsQuery } from '#features/site/web/queries.ts'
import { paths } from '#shared/paths.ts'
import { siteName } from '#shared/site.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { BrandLink } from '../BrandLink.tsx'
import './Footer.css'
import { mainLinks } from './main-links.ts'
import { ShipToButton } from './ShipToButton.tsx'

/** The disclaimer (§1) and the links. */
export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="ruler-ticks" aria-hidden />
        <div className="footer__grid">
          <div className="footer__note">
            <p className="footer__lead">{`${siteName} sells nothing itself.`}</p>
            <p>
              It does not control the authenticity, legality or quality of the items shown and is not liable
              for counterfeit or misrepresented goods. Photos, prices and reviews come from other sources and
              may be wrong or out of date.
            </p>
            <p>You buy on the agent's site, under the agent's terms.</p>
            <ShipToButton />
          </div>
          <nav className="footer__columns" aria-label="Footer">
            <div>
              <p className="label">Explore</p>
              <ul>
                {mainLinks.map(({ label, path }) => (
                  <li key={path}>
                    <a href={path}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <p className="label">More tools</p>
              <ul>
                <li>
                  <a href={paths.convert()}>Link converter</a>
                </li>
                <li>
                  <a href={paths.extension()}>Browser extension</a>
                </li>
                <li>
                  <a href={paths.docs()}>API</a>
                </li>
              </ul>
            </div>
            <Community />
          </nav>
        </div>
        <div className="footer__base">
          <BrandLink />
          <span>Every QC photo shows its source, and its date when we know it.</span>
        </div>
      </div>
    </footer>
  )
}

function Community() {
  const links = listCommunityLinks(useSuspenseQuery(settingsQuery(useApiClient())).data.data)
  if (links.length === 0) return null
  return (
    <div>
      <p className="label">Follow</p>
      <ul>
        {links.map(({ name, url }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <span>{`${name} `}</span>
              <ArrowUpRight className="icon icon--s" aria-hidden />
              <span className="visually-hidden">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
