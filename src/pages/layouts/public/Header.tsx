import { Bookmark, LayoutDashboard } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AgentSwitch } from '#features/agents/web/AgentSwitch.tsx'
import { useIsHeroBoxGone } from '#features/product-links/web/hero-box.ts'
import { UrlSearchBox } from '#features/product-links/web/UrlSearchBox.tsx'
import { paths } from '#shared/paths.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { BrandLink } from '../BrandLink.tsx'
import './Header.css'
import { NavigationProgress } from '../NavigationProgress.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'
import { getAriaCurrent, mainLinks, toAriaCurrent } from './main-links.ts'
import { ShipToButton } from './ShipToButton.tsx'

const loadDashboardCount = async () => (await import('./DashboardCount.tsx')).DashboardCount
const loadCollectionCount = async () => (await import('../../collection/CollectionCount.tsx')).CollectionCount

/**
 * §2 Layout, header items in their order. `data-session` on <html> and CSS decide what the visitor sees,
 * because the page is the same for all.
 */
export function Header() {
  const header = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isHome = pathname === paths.home()
  const isHeroBoxGone = useIsHeroBoxGone()
  useEffect(() => (header.current ? hideHeaderOnScroll(header.current) : undefined), [])
  return (
    <header ref={header} className={isHome ? 'header header--home' : 'header'}>
      <div className="header__row wrap">
        <BrandLink className="header__brand" />
        <nav className="header__nav" aria-label="Main">
          {mainLinks.map((link) => (
            <a
              key={link.path}
              className="header__link"
              href={link.path}
              aria-current={getAriaCurrent(link, pathname)}
            >
              {link.label}
            </a>
          ))}
        </nav>
        <UrlSearchBox hidden={isHome && !isHeroBoxGone} />
        <ShipToButton />
        <AccountLinks pathname={pathname} />
        <AgentSwitch />
        <a className="btn header__login for-visitor" href={paths.login()}>
          <span>
            Login<span className="header__signup"> / Signup</span>
          </span>
        </a>
        <HeaderMenu pathname={pathname} />
      </div>
      <NavigationProgress />
    </header>
  )
}

function AccountLinks({ pathname }: { pathname: string }) {
  const { user } = useSession()
  const DashboardCount = useLazyComponent(loadDashboardCount, user?.role === 'admin')
  const CollectionCount = useLazyComponent(loadCollectionCount, user !== undefined)
  return (
    <>
      <a
        className="btn btn--quiet btn--icon header__icon for-user"
        href={paths.collection()}
        title="My Collection"
        aria-current={toAriaCurrent(pathname === paths.collection())}
      >
        <Bookmark className="icon" aria-hidden />
        <span className="visually-hidden">My Collection</span>
        {CollectionCount && <CollectionCount className="visually-hidden" />}
      </a>
      <a
        className="btn btn--quiet btn--icon header__icon header__dashboard for-admin"
        href={paths.dashboardHome()}
        title="Dashboard"
      >
        <LayoutDashboard className="icon" aria-hidden />
        <span className="visually-hidden">Dashboard</span>
        {DashboardCount && <DashboardCount />}
      </a>
    </>
  )
}

/** Smaller moves are ignored. */
const minScrollPx = 8

/** Sets `data-away` on the header when the page is scrolled down, and removes it when scrolled up. */
function hideHeaderOnScroll(header: HTMLElement): () => void {
  let last = window.scrollY
  function handleScroll() {
    const now = window.scrollY
    if (Math.abs(now - last) < minScrollPx) return
    header.toggleAttribute('data-away', now > last && now > header.offsetHeight)
    last = now
  }
  window.addEventListener('scroll', handleScroll, { passive: true })
  return () => window.removeEventListener('scroll', handleScroll)
}
