import { useSyncExternalStore } from 'react'
import { getLookPath, type Look, parseLook } from '#shared/look.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { useLocation, useNavigate } from '#shared/web/navigation/router.tsx'

const listeners = new Set<() => void>()

/**
 * Which photos items show, and the function that chooses and keeps that on the device. An address with
 * `look=reality` shows QC photos to everybody; the stylesheet picks, so that no photo waits for the script.
 */
export function useLook(): readonly [Look, (look: Look) => void] {
  const address = useLocation()
  const navigate = useNavigate()
  const inAddress = parseLook(new URLSearchParams(address.search))
  const kept = useSyncExternalStore(subscribe, readLook, (): Look => 'listing')
  function choose(look: Look): void {
    keepLook(look)
    if (look === 'listing' && inAddress === 'reality')
      navigate(getLookPath(address, 'listing'), { replace: true, preventScrollReset: true })
  }
  return [inAddress ?? kept, choose]
}

function readLook(): Look {
  return document.documentElement.dataset.look === 'reality' ? 'reality' : 'listing'
}

function keepLook(look: Look): void {
  const root = document.documentElement
  root.dataset.look = look
  root.dataset.lookTurned = '' // photos that appear from now on turn into view
  try {
    if (look === 'reality') localStorage.setItem(storageKeys.look, look)
    else localStorage.removeItem(storageKeys.look)
  } catch {
    // Without storage the choice lasts until the next load.
  }
  for (const listener of listeners) listener()
}

/** Other tabs set the attribute through the script before the first paint, which runs for their choices as well. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
