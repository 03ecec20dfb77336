import { type ReactNode, useEffect } from 'react'
import { HaulTraySlot } from '#features/haul/web/tray/HaulTraySlot.tsx'
import { registerFocusShortcut } from '#features/product-links/web/focus-shortcut.ts'
import { usePriceReceipt } from '#features/products/web/list/price-receipt-store.ts'
import { ShipToHost } from '#features/shipping/web/ShipToHost.tsx'
import { parseLook } from '#features/visitor/look.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { RouteFocus } from '#shared/web/navigation/RouteFocus.tsx'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { AlertHost } from '#shared/web/ui/dialogs/AlertHost.tsx'
import { ToastHost } from '#shared/web/ui/feedback/ToastHost.tsx'
import { OfflineBar } from '../OfflineBar.tsx'
import { CornerLinks } from './CornerLinks.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

/** The frame of every public page (§2 Layout). */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  useEffect(registerFocusShortcut, [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <Header />
      <main id="main" data-look={parseLook(new URLSearchParams(search))}>
        {children}
      </main>
      <Footer />
      <CornerLinks />
      <HaulTraySlot />
      <ToastHost position={pathname.startsWith('/product/') ? 'centre' : 'end'} />
      <AlertHost />
      <ShipToHost />
      <PriceReceiptHost />
      <RouteFocus />
    </>
  )
}

const loadPriceReceiptDialog = async () => (await import('./PriceReceiptDialog.tsx')).PriceReceiptDialog

/** The receipt of a card's price with shipping; it loads when the first one is opened. */
function PriceReceiptHost() {
  const state = usePriceReceipt()
  const Dialog = useLazyComponent(loadPriceReceiptDialog, state !== undefined)
  return state && Dialog && <Dialog {...state} />
}
