import { useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { hasItems, haulText } from '../haul-store.ts'
import './HaulTraySlot.css'

const loadTray = async () => (await import('./HaulTray.tsx')).HaulTray

/** Pages without the tray: those with the plan or its total, and account forms. */
const excludedPaths = [
  paths.haul(),
  paths.collection(),
  paths.login(),
  paths.register(),
  paths.resetPassword(),
  paths.verifyEmail(),
  paths.unlock(),
  paths.changePassword(),
  paths.setUp(),
  paths.googleReturn(),
  paths.watchOff(),
]

/** The tray on every public page; its code loads once the haul has an item. */
export function HaulTraySlot() {
  const { pathname } = useLocation()
  const hasHaul = hasItems(haulText.use())
  const isAllowedHere = !excludedPaths.includes(pathname)
  const Tray = useLazyComponent(loadTray, isAllowedHere && hasHaul)
  useEffect(() => {
    // Uses the stored text, because the haul is empty during hydration.
    document.documentElement.toggleAttribute('data-haul', hasHaul || hasItems(haulText.get()))
  }, [hasHaul])
  if (!isAllowedHere) return null
  const isBesideBuy = pathname.startsWith('/product/')
  return (
    <>
      <div className={isBesideBuy ? 'haul-tray-room haul-tray-room--wide' : 'haul-tray-room'} aria-hidden />
      {Tray && hasHaul && <Tray isBesideBuy={isBesideBuy} />}
    </>
  )
}
