import { useSyncExternalStore } from 'react'
import { getLookPath, type PhotoLook, parseLook } from '#shared/look.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { useLocation, useNavigate } from '#shared/web/navigation/router.tsx'

const listeners = new Set<() => void>()

/**
 * Which photos items show, and the function that chooses and keeps that on the device. An address with
 * `look=reality` shows QC photos to everybody; the stylesheet picks, so that no photo waits for the script.
 */
export function useLook(): readonly [PhotoLook, (photoLook: PhotoLook) => void] {
  const address = useLocation()
  const navigate = useNavigate()
  const inAddress = parseLook(new URLSearchParams(address.search))
  const savedLook = useSyncExternalStore(subscribe, readLook, (): PhotoLook => 'listing')
  function choose(photoLook: PhotoLook): void {
    saveLook(photoLook)
    if (photoLook === 'listing' && inAddress === 'reality')
      navigate(getLookPath(address, 'listing'), { replace: true, preventScrollReset: true })
  }
  return [inAddress ?? savedLook, choose]
}

function readLook(): PhotoLook {
  return document.documentElement.dataset.look === 'reality' ? 'reality' : 'listing'
}

function saveLook(photoLook: PhotoLook): void {
  const root = document.documentElement
  root.dataset.look = photoLook
  root.dataset.lookTurned = '' // photos that appear from now on turn into view
  try {
    if (photoLook === 'reality') localStorage.setItem(storageKeys.look, photoLook)
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
