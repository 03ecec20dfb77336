import { useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { hasItems, haulText } from '../haul-store.ts'
import './HaulTraySlot.css'

const loadTray = async () => (await import('./HaulTray.tsx')).HaulTray

/** Where one plans already or sees its total, or has something else to finish. */
const pathsWithout = [
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

/** The haul at the foot or the edge of every public page once there is something in it; then its code loads. */
export function HaulTraySlot() {
  const { pathname } = useLocation()
  const isFull = hasItems(haulText.use())
  const isHere = !pathsWithout.includes(pathname)
  const Tray = useLazyComponent(loadTray, isHere && isFull)
  useEffect(() => {
    // What is stored, because the page hydrates as if there were nothing.
    document.documentElement.toggleAttribute('data-haul', isFull || hasItems(haulText.get()))
  }, [isFull])
  if (!isHere) return null
  const isBesideBuy = pathname.startsWith('/product/')
  return (
    <>
      <div className={isBesideBuy ? 'haul-tray-room haul-tray-room--wide' : 'haul-tray-room'} aria-hidden />
      {Tray && isFull && <Tray isBesideBuy={isBesideBuy} />}
    </>
  )
}
