import { ArrowLeft, LogOut } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { signOut } from '#shared/web/session/session.ts'
import { getAriaCurrent } from '../public/main-links.ts'
import './SidebarLinks.css'
import { sidebarLinks } from './sidebar-links.ts'
import { WaitingCount } from './WaitingCount.tsx'

/** The content of sidebar and drawer. After Logout the guard leads to /login (§2). */
export function SidebarLinks() {
  const { pathname } = useLocation()
  return (
    <>
      <ul className="sidebar__list">
        {sidebarLinks.map(({ label, path, holds, Icon }) => (
          <li key={path}>
            <a href={path} aria-current={getAriaCurrent({ path, holds }, pathname)}>
              <Icon className="icon" aria-hidden />
              <span className="sidebar__text">{label}</span>
              {path === paths.manageReview() && <WaitingCount of="reviewsWaiting" />}
              {path === paths.manageQc() && <WaitingCount of="qcSetsWaiting" />}
            </a>
          </li>
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
