import { useEffect } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { overlays, settleEntries } from './overlay-history.ts'

/**
 * Gives an open dialog an entry in the history, so that Back closes it and stays on the page. The entry is removed
 * when the dialog closes otherwise.
 */
export function useOverlayEntry(isOpen: boolean, onClose: () => void): void {
  const close = useStableCallback(onClose)
  useEffect(() => {
    if (!isOpen) return
    const overlay = () => close(undefined)
    overlays.push(overlay)
    queueMicrotask(settleEntries)
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      queueMicrotask(settleEntries) // delayed, because another dialog may open instead and use the entry
    }
  }, [isOpen, close])
}
