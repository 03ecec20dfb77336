import { type ReactNode, useEffect } from 'react'
import { registerFocusShortcut } from '#features/product-links/web/focus-shortcut.ts'
import { UrlSearchBox } from '#features/product-links/web/UrlSearchBox.tsx'
import { ThemeControl } from '#features/visitor/web/theme/ThemeControl.tsx'
import { RouteFocus } from '#shared/web/navigation/RouteFocus.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { AlertHost } from '#shared/web/ui/dialogs/AlertHost.tsx'
import { ToastHost } from '#shared/web/ui/feedback/ToastHost.tsx'
import { Avatar } from '../Avatar.tsx'
import { BrandLink } from '../BrandLink.tsx'
import './DashboardLayout.css'
import { NavigationProgress } from '../NavigationProgress.tsx'
import { OfflineBar } from '../OfflineBar.tsx'
import { SheetButton } from '../public/SheetButton.tsx'
import { RequireAdmin } from './RequireAdmin.tsx'
import './Sidebar.css'
import { SidebarLinks } from './SidebarLinks.tsx'

/** The frame of the dashboard's pages, which only admins see (§2 Dashboard). */
export function DashboardLayout({ children }: { children: ReactNode }) {
  useEffect(registerFocusShortcut, [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <div className="dashboard">
        <Sidebar />
        <div className="dashboard__main">
          <TopBar />
          <main id="main" className="dashboard__body">
            <RequireAdmin>{children}</RequireAdmin>
          </main>
        </div>
      </div>
      <ToastHost position="end" />
      <AlertHost />
      <RouteFocus />
    </>
  )
}

/** §2 Dashboard: 240 px wide, below 1100 px icons only with tooltips; phones have a drawer. */
function Sidebar() {
  return (
    <nav className="sidebar sidebar--fixed" aria-label="Dashboard">
      <BrandLink />
      <SidebarLinks />
      <span className="sidebar__edge ruler-ticks ruler-ticks--v" aria-hidden />
    </nav>
  )
}

function TopBar() {
  return (
    <header className="dashboard__top">
      <SheetButton
        label="Dashboard menu"
        className="dashboard__menu"
        load={async () => (await import('./SidebarDrawer.tsx')).SidebarDrawer}
      />
      <UrlSearchBox hidden={false} />
      <ThemeControl variant="icons" />
      <CurrentUser />
      <NavigationProgress />
    </header>
  )
}

/** Known only in the browser: the server renders the same bar for all. */
function CurrentUser() {
  const { user } = useSession()
  if (!user) return <span className="dashboard__me" />
  return (
    <span className="dashboard__me">
      <Avatar name={user.name} />
      <span className="dashboard__who">
        <b>{user.name}</b>
        <span>{user.role}</span>
      </span>
    </span>
  )
}
