import { useEffect } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'

/** What lies over the page: how each is closed, the topmost last. */
const overlays: (() => void)[] = []
let leaving: PromiseWithResolvers<void> | undefined

/**
 * Gives a dialog, while it is open, an entry of the history, so that Back closes it and stays on the page. Closed
 * otherwise it takes the entry away with it.
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
      queueMicrotask(settleEntries) // not at once: another one may open in its place
    }
  }, [isOpen, close])
}

/** Makes the entries as many as the dialogs: also after a reload, and after Forward to one that shows nothing. */
export function settleEntries(): void {
  if (leaving) return
  const { state } = history
  for (let count = countEntries() + 1; count <= overlays.length; count += 1)
    history.pushState({ ...state, overlays: count }, '')
  if (countEntries() > overlays.length) void leaveEntries(overlays.length).then(settleEntries)
}

/** Called after a move within the history that stayed on the page: closes what has no entry any more. */
export function handleOverlayPop(): void {
  if (leaving) {
    leaving.resolve()
    leaving = undefined
    return
  }
  for (const close of overlays.slice(countEntries()).toReversed()) close()
  queueMicrotask(settleEntries) // one that did not close gets its entry back
}

/** Takes the entries away before another page gets one. */
export async function leaveEntries(remaining = 0): Promise<void> {
  const surplus = countEntries() - remaining
  if (!leaving && surplus > 0) {
    leaving = Promise.withResolvers()
    history.go(-surplus)
  }
  await leaving?.promise
}

function countEntries(): number {
  const count: unknown = history.state?.overlays
  return typeof count === 'number' ? count : 0
}
