import { ArrowLeft, LogOut } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { signOut } from '#shared/web/session/session.ts'
import { getAriaCurrent } from '../public/main-links.ts'
import './SidebarLinks.css'
import { type SidebarTarget, sidebarLinks } from './sidebar-links.ts'
import { useWaitingCount, WaitingCount } from './WaitingCount.tsx'

/** The content of sidebar and drawer. After Logout the guard leads to /login (§2). */
export function SidebarLinks() {
  return (
    <>
      <ul className="sidebar__list">
        {sidebarLinks.map((link) => (
          <SidebarLink key={link.path} link={link} />
        ))}
      </ul>
      <div className="sidebar__end">
        <ul className="sidebar__list">
          <li>
            <a href={paths.home()}>
              <ArrowLeft className="icon" aria-hidden />
              <span className="sidebar__text">Back to Home Page</span>
            </a>
          </li>
          <li>
            <button type="button" onClick={signOut}>
              <LogOut className="icon" aria-hidden />
              <span className="sidebar__text">Logout</span>
            </button>
          </li>
        </ul>
      </div>
    </>
  )
}

/** The link opens the list of waiting entries when there are any. */
function SidebarLink({ link: { label, path, Icon, waiting, waitingPath = path } }: { link: SidebarTarget }) {
  const { pathname } = useLocation()
  const count = useWaitingCount(waiting)
  return (
    <li>
      <a href={count > 0 ? waitingPath : path} aria-current={getAriaCurrent({ path, holds: [] }, pathname)}>
        <Icon className="icon" aria-hidden />
        <span className="sidebar__text">{label}</span>
        <WaitingCount count={count} />
      </a>
    </li>
  )
}
