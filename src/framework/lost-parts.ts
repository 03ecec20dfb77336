import { isNavigating } from '#shared/web/navigation/navigation-pending.ts'

const storageKey = 'reloaded'
/** An address is reloaded once in this time, so that a part that stays away makes no loop. */
const pauseMs = 600_000

const question =
  'This page was updated while you had it open. Reload it now? What you have entered here will be lost.'

/**
 * Reloads the page when a part of its code cannot be loaded although the site answers, as after an update of
 * the site. Somebody who has entered something is asked first. A navigation that fails goes to its own address
 * by itself.
 */
export function reloadForLostParts(): void {
  const edited = new Set<EventTarget | null>()
  addEventListener('input', ({ target }) => edited.add(target), true)
  addEventListener('vite:preloadError', async () => {
    if (isNavigating() || !takeTurn() || !(await isUp())) return
    const isEdited = [...edited].some((field) => field instanceof Element && field.isConnected)
    if (!isEdited || confirm(question)) location.reload()
  })
}

/** Without storage nobody would know of the last time. */
function takeTurn(): boolean {
  try {
    const [address, time] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    if (address === location.href && Date.now() - time < pauseMs) return false
    sessionStorage.setItem(storageKey, JSON.stringify([location.href, Date.now()]))
    return true
  } catch {
    return false
  }
}

/** A page is better without a part than gone because the network or the site is away. */
async function isUp(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}
