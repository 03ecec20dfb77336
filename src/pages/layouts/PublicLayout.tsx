import { type ReactNode, useEffect } from 'react'
import { registerFocusShortcut } from '#features/product-links/web/focus-shortcut.ts'
import { RouteFocus } from '#shared/web/RouteFocus.tsx'
import { useLocation } from '#shared/web/router.tsx'
import { AlertHost } from '#shared/web/ui/AlertHost.tsx'
import { ToastHost } from '#shared/web/ui/ToastHost.tsx'
import { CornerLinks } from './CornerLinks.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { OfflineBar } from './OfflineBar.tsx'

/** The frame of every public page (§2 Layout). */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useEffect(registerFocusShortcut, [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <Header />
      <main id="main">{children}</main>
      <Footer />
      <CornerLinks />
      <ToastHost place={pathname.startsWith('/product/') ? 'centre' : 'end'} />
      <AlertHost />
      <RouteFocus />
    </>
  )
}
