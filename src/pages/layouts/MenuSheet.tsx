import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowUpRight, Bookmark, LayoutDashboard, LogIn, LogOut, X } from 'lucide-react'
import { type MouseEvent, useEffect } from 'react'
import { AgentMark } from '#features/agents/web/AgentMark.tsx'
import { openAgentPicker } from '#features/agents/web/agent-picker-store.ts'
import { useChosenAgent } from '#features/agents/web/chosen-agent.ts'
import { communityLinks } from '#features/site/web/outside-links.ts'
import { settingsQuery } from '#features/site/web/queries.ts'
import { ThemeControl } from '#features/theme/web/ThemeControl.tsx'
import { paths } from '#shared/paths.ts'
import { useLocation } from '#shared/web/router.tsx'
import { useSend } from '#shared/web/send.tsx'
import { signOut } from '#shared/web/session.ts'
import '#shared/web/ui/Dialog.css'
import './MenuSheet.css'
import { currentOf, mainLinks } from './main-links.ts'

type MenuSheetProps = { open: boolean; onClose: () => void }

/** Everything of the header that a phone has no room for, in a sheet at the right edge. */
export function MenuSheet({ open, onClose }: MenuSheetProps) {
  const { pathname } = useLocation()
  useCloseWhenWide(onClose)
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="scrim" />
          <Dialog.Popup className="menu-sheet" onClick={(event) => isVisit(event) && onClose()}>
            <div className="menu-sheet__head">
              <Dialog.Title className="menu-sheet__title">Menu</Dialog.Title>
              <Dialog.Close className="btn btn--quiet btn--icon">
                <X className="icon" aria-hidden />
                <span className="vh">Close</span>
              </Dialog.Close>
            </div>
            <div className="menu-sheet__list">
              <AgentRow onClose={onClose} />
              <hr />
              <nav aria-label="Menu">
                {mainLinks.map(({ Icon, ...link }) => (
                  <a key={link.path} href={link.path} aria-current={currentOf(link, pathname)}>
                    <Icon className="icon" aria-hidden />
                    {link.label}
                  </a>
                ))}
              </nav>
              <hr />
              <AccountRows onClose={onClose} />
              <CommunityRows />
            </div>
            <div className="menu-sheet__foot">
              <ThemeControl look="words" />
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** A followed link leads to another page, where the menu is in the way. */
function isVisit({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null
}

/** A turned phone may be wide enough for the whole header, which has no menu button to come back to. */
function useCloseWhenWide(onClose: () => void): void {
  useEffect(() => {
    const wide = matchMedia('(min-width: 900px)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])
}

function AgentRow({ onClose }: { onClose: () => void }) {
  const agent = useChosenAgent()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onClose()
        openAgentPicker()
      }}
    >
      {agent ? <AgentMark agent={agent} size={20} /> : <span />}
      Select Agent
      <span className="menu-sheet__now">{agent?.name}</span>
    </button>
  )
}

function AccountRows({ onClose }: { onClose: () => void }) {
  return (
    <>
      <a className="for-visitor" href={paths.login()}>
        <LogIn className="icon" aria-hidden />
        Login / Signup
      </a>
      <a className="for-user" href={paths.collection()}>
        <Bookmark className="icon" aria-hidden />
        My Collection
      </a>
      <a className="for-admin" href={paths.dashboard()}>
        <LayoutDashboard className="icon" aria-hidden />
        Dashboard
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
  const links = communityLinks(useSuspenseQuery(settingsQuery(useSend())).data.data)
  if (links.length === 0) return null
  return (
    <>
      <hr />
      {links.map(({ name, url }) => (
        <a key={name} href={url} target="_blank" rel="noopener noreferrer">
          <ArrowUpRight className="icon" aria-hidden />
          <span>
            {name}
            <span className="vh"> (opens in a new tab)</span>
          </span>
        </a>
      ))}
    </>
  )
}
