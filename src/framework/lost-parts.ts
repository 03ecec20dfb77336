import { isNavigating } from '#shared/web/navigation/navigation-pending.ts'

const storageKey = 'reloaded'
/** Minimum time between two reloads of a URL, so that a missing part causes no reload loop. */
const minIntervalMs = 600_000

const confirmMessage =
  'This page was updated while you had it open. Reload it now? What you have entered here will be lost.'

/**
 * Reloads the page when a part of its code cannot be loaded although the server responds, for example after an update. A
 * user with unsaved input must confirm first. A failed navigation needs no reload: the browser then opens its target.
 */
export function reloadForLostParts(): void {
  const edited = new Set<EventTarget | null>()
  addEventListener('input', ({ target }) => edited.add(target), true)
  addEventListener('vite:preloadError', async () => {
    if (isNavigating() || !mayReload() || !(await isUp())) return
    const isEdited = [...edited].some((field) => field instanceof Element && field.isConnected)
    if (!isEdited || confirm(confirmMessage)) location.reload()
  })
}

/** False without storage, where the last reload is unknown. */
function mayReload(): boolean {
  try {
    const [url, time] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    if (url === location.href && Date.now() - time < minIntervalMs) return false
    sessionStorage.setItem(storageKey, JSON.stringify([location.href, Date.now()]))
    return true
  } catch {
    return false
  }
}

/** Reloading a page without a connection would lose it. */
async function isUp(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  return response?.ok === true
}
