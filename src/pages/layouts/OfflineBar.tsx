import { WifiOff } from 'lucide-react'
import { useIsOnline, useIsWaiting } from '#shared/web/connection.ts'
import './OfflineBar.css'

const waiting = 'Your link opens when you are back online.'
const reading = 'You can keep reading this page.'

/** Shown for as long as the browser has no connection. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  const isWaiting = useIsWaiting()
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-bar">
          <WifiOff className="icon icon--s" aria-hidden />
          <span>{`You're offline. ${isWaiting ? waiting : reading}`}</span>
        </p>
      )}
    </div>
  )
}
