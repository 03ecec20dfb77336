import { WifiOff } from 'lucide-react'
import { useIsOnline } from '#shared/web/connection.ts'
import './OfflineBar.css'

/** Shown for as long as the browser has no connection. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-bar">
          <WifiOff className="icon icon--s" aria-hidden />
          You're offline. You can keep reading this page.
        </p>
      )}
    </div>
  )
}
