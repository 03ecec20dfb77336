import { KeyRound, LogOut, Menu } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { ThemeControl } from '#features/visitor/web/theme/ThemeControl.tsx'
import { paths } from '#shared/paths.ts'
import { signOut, useSession } from '#shared/web/session/session.ts'
import type { StoredUser } from '#shared/web/session/stored-login.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { toAriaCurrent } from './main-links.ts'

/**
 * The minimum width, in px, at which the header shows its links and the menu only the rest. `Header.css` uses
 * the same value.
 */
const popoverFrom = '(min-width: 1020px)'
type SheetComponent = ComponentType<{ open: boolean; onClose: () => void }>
type OpenMenu = typeof import('./open-menu.ts')['openMenu']

/**
 * The header's menu: settings and actions that are rarely used. On narrow screens the button opens a sheet
 * with all links instead, whose code is loaded by the press. The page is the same for all visitors, so CSS
 * decides what a visitor sees.
 */
export function HeaderMenu({ pathname }: { pathname: string }) {
  const { user } = useSession()
  const [openMenu, setOpenMenu] = useState<OpenMenu>()
  const [Sheet, setSheet] = useState<SheetComponent>()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const isOpen = openMenu !== undefined
  const closeSheet = useCallback(() => setSheetOpen(false), [])
  useEffect(
    () => (root.current ? openMenu?.(root.current, () => setOpenMenu(undefined)) : undefined),
    [openMenu],
  )

  async function handlePress() {
    if (isOpen) return setOpenMenu(undefined)
    if (matchMedia(popoverFrom).matches) {
      const { openMenu: opened } = await import('./open-menu.ts')
      return setOpenMenu(() => opened)
    }
    const { MenuSheet } = await import('./MenuSheet.tsx')
    setSheet(() => MenuSheet)
    setSheetOpen(true)
  }
  return (
    <div ref={root} className="header-menu js-only">
      <button
        type="button"
        className="btn btn--quiet btn--icon header-menu__open"
        aria-expanded={isOpen || isSheetOpen}
        aria-controls="header-menu"
        onClick={() =>
          handlePress().catch(() =>
            toast.error("We couldn't open the menu. Check your connection and try again."),
          )
        }
      >
        <Menu className="icon for-visitor" aria-hidden />
        <span className="header-menu__initial for-user" aria-hidden>
          {user && [...user.name][0]?.toUpperCase()}
        </span>
        <span className="visually-hidden">{user ? `${user.name}, your menu` : 'Menu'}</span>
      </button>
      <div id="header-menu" className="header-menu__list" hidden={!isOpen}>
        <MenuItems pathname={pathname} user={user} />
      </div>
      {Sheet && <Sheet open={isSheetOpen} onClose={closeSheet} />}
    </div>
  )
}

function MenuItems({ pathname, user }: { pathname: string; user: StoredUser | undefined }) {
  return (
    <>
      {user && (
        <p className="header-menu__who">
          <b>{user.name}</b>
          <span>{`${user.email}${user.role === 'admin' ? ' · Admin' : ''}`}</span>
        </p>
      )}
      <div className="header-menu__theme">
        <span aria-hidden>Theme</span>
        <ThemeControl variant="words" />
      </div>
      <a
        className="for-user"
        href={paths.changePassword()}
        aria-current={toAriaCurrent(pathname === paths.changePassword())}
      >
        <KeyRound className="icon" aria-hidden />
        Change password
      </a>
      <button type="button" className="for-user" onClick={signOut}>
        <LogOut className="icon" aria-hidden />
        Logout
      </button>
    </>
  )
}
