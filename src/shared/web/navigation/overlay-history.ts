/** What lies over the page: how each is closed, the topmost last. */
export const overlays: (() => void)[] = []
let leaving: PromiseWithResolvers<void> | undefined

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

/** Loads another document in place of this one. To go back meanwhile would cancel that, so the entries are left first. */
export function openDocument(url: string, { replace = false } = {}): void {
  const open = () => (replace ? location.replace(url) : location.assign(url))
  if (hasEntries()) void leaveEntries().then(open)
  else open()
}

/** Something lies over the page, or has done so a moment ago. */
export function hasEntries(): boolean {
  return leaving !== undefined || countEntries() > 0
}

function countEntries(): number {
  const count: unknown = history.state?.overlays
  return typeof count === 'number' ? count : 0
}
