import { Scale } from 'lucide-react'
import { useStore } from '#shared/web/store.ts'
import { hasItems, haulText } from '../haul-store.ts'
import { traySheet } from './tray-store.ts'
import './HaulTrayButton.css'

/** In place of the tray where another bar is at the foot of a phone's page; nothing while the haul is empty. */
export function HaulTrayButton() {
  const isFull = hasItems(haulText.use())
  const isOpen = useStore(traySheet)
  if (!isFull) return null
  return (
    <button
      type="button"
      className="btn btn--icon haul-tray-button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title="Your haul"
      onClick={() => traySheet.set(true)}
    >
      <Scale className="icon" aria-hidden />
      <span className="visually-hidden">Your haul</span>
    </button>
  )
}
