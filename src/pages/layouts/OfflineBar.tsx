import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import './OfflineBar.css'

/** Shown for as long as the browser has no connection. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
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

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
