import { useSyncExternalStore } from 'react'
import { storageKeys } from '#shared/storage-keys.ts'
import { useLocation, useNavigate } from '#shared/web/navigation/router.tsx'
import { getLookPath, type PhotoLook, parseLook } from '../../look.ts'

const listeners = new Set<() => void>()

/**
 * The photos that items show, and a function that changes this and stores it on the device. A URL with `look=reality` always
 * shows QC photos. The style sheet selects the photos, so that none waits for JavaScript.
 */
export function useLook(): readonly [PhotoLook, (photoLook: PhotoLook) => void] {
  const location = useLocation()
  const navigate = useNavigate()
  const urlMode = parseLook(new URLSearchParams(location.search))
  const savedMode = useSyncExternalStore(subscribe, readLook, (): PhotoLook => 'listing')
  function setPhotoLook(photoLook: PhotoLook): void {
    saveLook(photoLook)
    if (photoLook === 'listing' && urlMode === 'reality')
      navigate(getLookPath(location, 'listing'), { replace: true, preventScrollReset: true })
  }
  return [urlMode ?? savedMode, setPhotoLook]
}

function readLook(): PhotoLook {
  return document.documentElement.dataset.look === 'reality' ? 'reality' : 'listing'
}

function saveLook(photoLook: PhotoLook): void {
  const root = document.documentElement
  root.dataset.look = photoLook
  root.dataset.lookTurned = '' // photos are animated from now on
  try {
    if (photoLook === 'reality') localStorage.setItem(storageKeys.look, photoLook)
    else localStorage.removeItem(storageKeys.look)
  } catch {
    // Without storage the choice lasts until the next load.
  }
  for (const listener of listeners) listener()
}

/** In other tabs the script that runs before the first paint sets the attribute on `storage` events. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
