/** The close functions of the dialogs over the page, the topmost last. */
export const overlays: (() => void)[] = []
let leaving: PromiseWithResolvers<void> | undefined

/** Makes the number of history entries equal to that of open dialogs, also after a reload or after Forward. */
export function settleEntries(): void {
  if (leaving) return
  const { state } = history
  for (let count = countEntries() + 1; count <= overlays.length; count += 1)
    history.pushState({ ...state, overlays: count }, '')
  if (countEntries() > overlays.length) void leaveEntries(overlays.length).then(settleEntries)
}

/** Called after Back or Forward on the same page: closes the dialogs without an entry. */
export function handleOverlayPop(): void {
  if (leaving) {
    leaving.resolve()
    leaving = undefined
    return
  }
  for (const close of overlays.slice(countEntries()).toReversed()) close()
  queueMicrotask(settleEntries) // a dialog that did not close gets its entry back
}

/** Removes the entries before another page gets one. */
export async function leaveEntries(remaining = 0): Promise<void> {
  const surplus = countEntries() - remaining
  if (!leaving && surplus > 0) {
    leaving = Promise.withResolvers()
    history.go(-surplus)
  }
  await leaving?.promise
}

/** Loads another document. Going back meanwhile would cancel that, so the entries are removed first. */
export function openDocument(url: string, { replace = false } = {}): void {
  const open = () => (replace ? location.replace(url) : location.assign(url))
  if (hasEntries()) void leaveEntries().then(open)
  else open()
}

/** True while a dialog has an entry or its entry is being removed. */
export function hasEntries(): boolean {
  return leaving !== undefined || countEntries() > 0
}

function countEntries(): number {
  const count: unknown = history.state?.overlays
  return typeof count === 'number' ? count : 0
}
