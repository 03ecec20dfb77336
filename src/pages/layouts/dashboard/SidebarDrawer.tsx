import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useCallback } from 'react'
import { ThemeControl } from '#features/visitor/web/theme/ThemeControl.tsx'
import '#features/visitor/web/theme/ThemeWords.css'
import { useOverlayEntry } from '#shared/web/navigation/use-overlay-entry.ts'
import '#shared/web/ui/dialogs/Dialog.css'
import { BrandLink } from '../BrandLink.tsx'
import { isLinkClick, useCloseFrom } from '../public/close-sheet.ts'
import './Sidebar.css'
import './SidebarDrawer.css'
import { SidebarLinks } from './SidebarLinks.tsx'

type SidebarDrawerProps = { open: boolean; onClose: () => void }

/** The sidebar on a phone, in front of the page. */
export function SidebarDrawer({ open, onClose }: SidebarDrawerProps) {
  useCloseFrom(720, onClose)
  useOverlayEntry(open, onClose)
  const handleOpenChange = useCallback((isOpen: boolean) => isOpen || onClose(), [onClose])
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={handleOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup
            className="sidebar sidebar--drawer"
            onClick={(event) => isLinkClick(event) && onClose()}
          >
            <div className="sidebar__top">
              <BrandLink />
              <Dialog.Title className="visually-hidden">Dashboard menu</Dialog.Title>
              <Dialog.Close className="btn btn--quiet btn--icon">
                <X className="icon" aria-hidden />
                <span className="visually-hidden">Close</span>
              </Dialog.Close>
            </div>
            <nav className="sidebar__nav" aria-label="Dashboard">
              <SidebarLinks />
            </nav>
            <div className="sidebar__theme">
              <ThemeControl variant="words" />
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
