import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowUpRight, Bookmark, KeyRound, LayoutDashboard, LogIn, LogOut, MapPin, X } from 'lucide-react'
import { AgentLogo } from '#features/agents/web/AgentLogo.tsx'
import { openAgentPicker } from '#features/agents/web/agent-picker-store.ts'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import { countPieces } from '#features/haul/haul.ts'
import { formatItemCount } from '#features/haul/haul-text.ts'
import { useHaul } from '#features/haul/web/haul-edits.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { listCommunityLinks } from '#features/site/web/community-links.ts'
import { settingsQuery } from '#features/site/web/queries.ts'
import { useNamedShipTo, useShownCurrency } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { ThemeControl } from '#features/visitor/web/theme/ThemeControl.tsx'
import '#features/visitor/web/theme/ThemeWords.css'
import { getCurrencySign } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { useOverlayEntry } from '#shared/web/navigation/use-overlay-entry.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { signOut, useSession } from '#shared/web/session/session.ts'
import '#shared/web/ui/dialogs/Dialog.css'
import { CollectionCount } from '../../collection/CollectionCount.tsx'
import { Avatar } from '../Avatar.tsx'
import { isLinkClick, useCloseFrom } from './close-sheet.ts'
import { DashboardCount } from './DashboardCount.tsx'
import './MenuSheet.css'
import { getAriaCurrent, menuLinks, toAriaCurrent } from './main-links.ts'

/** The minimum width, in px, at which the header shows its links. `Header.css` uses the same value. */
const menuEnd = 1020

type MenuSheetProps = { open: boolean; onClose: () => void }

/** The links and settings that do not fit into a phone's header, in a sheet at the right edge. */
export function MenuSheet({ open, onClose }: MenuSheetProps) {
  const { pathname } = useLocation()
  useCloseFrom(menuEnd, onClose)
  useOverlayEntry(open, onClose)
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="menu-sheet" onClick={(event) => isLinkClick(event) && onClose()}>
            <div className="menu-sheet__head">
              <MenuHead />
              <Dialog.Close className="btn btn--quiet btn--icon">
                <X className="icon" aria-hidden />
                <span className="visually-hidden">Close</span>
              </Dialog.Close>
            </div>
            <div className="menu-sheet__list">
              <AgentRow onClose={onClose} />
              <ShipToRow onClose={onClose} />
              <hr />
              <nav aria-label="Menu">
                {menuLinks.map(({ Icon, ...link }) => (
                  <a key={link.path} href={link.path} aria-current={getAriaCurrent(link, pathname)}>
                    <Icon className="icon" aria-hidden />
                    <span>{link.label}</span>
                    {link.path === paths.haul() && <HaulCount />}
                  </a>
                ))}
              </nav>
              <hr />
              <AccountRows onClose={onClose} />
              <CommunityRows />
            </div>
            <div className="menu-sheet__foot">
              <ThemeControl variant="words" />
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** The logged-in user's name, if any. */
function MenuHead() {
  const { user } = useSession()
  if (!user) return <Dialog.Title className="menu-sheet__title">Menu</Dialog.Title>
  return (
    <>
      <Dialog.Title className="visually-hidden">Menu</Dialog.Title>
      <Avatar name={user.name} />
      <p className="menu-sheet__who">
        <b>{user.name}</b>
        <span>{user.email}</span>
      </p>
    </>
  )
}

function AgentRow({ onClose }: { onClose: () => void }) {
  const agent = usePreferredAgent()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onClose()
        openAgentPicker()
      }}
    >
      {agent ? <AgentLogo agent={agent} size={20} /> : <span />}
      <span>Select Agent</span>
      <span className="menu-sheet__now">{agent?.name}</span>
    </button>
  )
}

function ShipToRow({ onClose }: { onClose: () => void }) {
  const shipTo = useNamedShipTo()
  const currency = useShownCurrency()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onClose()
        openShipTo()
      }}
    >
      <MapPin className="icon" aria-hidden />
      Ship to
      <span className="menu-sheet__now">
        {`${shipTo?.name ?? ''}${currency ? ` · ${getCurrencySign(currency).trim()}` : ''}`}
      </span>
    </button>
  )
}

/** How many items the haul on this device has; nothing while it is empty. */
function HaulCount() {
  const count = countPieces(useHaul().items)
  if (count === 0) return null
  return <span className="menu-sheet__now">{formatItemCount(count)}</span>
}

function AccountRows({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const current = (path: string) => toAriaCurrent(path === pathname)
  return (
    <>
      <a className="for-visitor" href={paths.login()}>
        <LogIn className="icon" aria-hidden />
        Login / Signup
      </a>
      <a className="for-user" href={paths.collection()} aria-current={current(paths.collection())}>
        <Bookmark className="icon" aria-hidden />
        <span>My Collection</span>
        <CollectionCount className="menu-sheet__now" shouldFetch />
      </a>
      <a className="for-admin" href={paths.dashboardHome()}>
        <LayoutDashboard className="icon" aria-hidden />
        <span>Dashboard</span>
        <DashboardCount />
      </a>
      <a className="for-user" href={paths.changePassword()} aria-current={current(paths.changePassword())}>
        <KeyRound className="icon" aria-hidden />
        Change password
      </a>
      <button
        type="button"
        className="for-user"
        onClick={() => {
          onClose()
          signOut()
        }}
      >
        <LogOut className="icon" aria-hidden />
        Logout
      </button>
    </>
  )
}

function CommunityRows() {
  const links = listCommunityLinks(useSuspenseQuery(settingsQuery(useApiClient())).data.data)
  if (links.length === 0) return null
  return (
    <>
      <hr />
      {links.map(({ name, url }) => (
        <a key={name} href={url} target="_blank" rel="noopener noreferrer">
          <ArrowUpRight className="icon" aria-hidden />
          <span>
            <span>{name}</span>
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </a>
      ))}
    </>
  )
}
