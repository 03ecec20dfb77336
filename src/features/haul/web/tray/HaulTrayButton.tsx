import { Scale } from 'lucide-react'
import { useStore } from '#shared/web/store.ts'
import { countStoredPieces, formatItemCount } from '../../haul-text.ts'
import { haulText, traySheet } from '../haul-store.ts'
import './HaulTrayButton.css'

/** Replaces the tray on phones when the page has another bar at the bottom; hidden while the haul is empty. */
export function HaulTrayButton() {
  const count = countStoredPieces(haulText.use() ?? '')
  const isOpen = useStore(traySheet)
  if (count === 0) return null
  return (
    <button
      type="button"
      className="btn btn--icon haul-tray-button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => traySheet.set(true)}
    >
      <Scale className="icon" aria-hidden />
      <span className="haul-tray-button__count tabular-nums" aria-hidden>
        {count}
      </span>
      <span className="visually-hidden">{`Your haul, ${formatItemCount(count)}`}</span>
    </button>
  )
}
