import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { followSlashKey } from '#features/product-links/web/slash-key.ts'
import { ArrivalFocus } from '#shared/web/ArrivalFocus.tsx'
import { AlertHost } from '#shared/web/ui/AlertHost.tsx'
import { ToastHost } from '#shared/web/ui/ToastHost.tsx'
import { CornerLinks } from './CornerLinks.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

/** What stands around every public page (§2 Layout). */
export function PublicLayout() {
  const { pathname } = useLocation()
  useEffect(followSlashKey, [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main">
        <Outlet context={true} />
      </main>
      <Footer />
      <CornerLinks />
      <ToastHost place={pathname.startsWith('/product/') ? 'centre' : 'end'} />
      <AlertHost />
      <ArrivalFocus />
      <ScrollRestoration />
    </>
  )
}
