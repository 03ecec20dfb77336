import { BrandLink } from '../BrandLink.tsx'
import './Sidebar.css'
import { SidebarLinks } from './SidebarLinks.tsx'

/** §2 Dashboard: 240 px wide, below 1100 px icons only with tooltips; phones have a drawer. */
export function Sidebar() {
  return (
    <nav className="sidebar sidebar--fixed" aria-label="Dashboard">
      <BrandLink />
      <SidebarLinks />
      <span className="sidebar__edge ruler-ticks ruler-ticks--v" aria-hidden />
    </nav>
  )
}
