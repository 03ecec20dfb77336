/** How long each kind stays, in ms, and how long it takes to leave (§9). */
export const toastTimes = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  leaving: 1000,
} as const

const undos = new Map<string, () => void>()

/** What a toast offers to undo. */
export function undoOf(id: string): (() => void) | undefined {
  return undos.get(id)
}

/** Keeps what a toast offers to undo; undefined when it offers nothing, or has gone. */
export function setUndo(id: string, undo: (() => void) | undefined): void {
  if (undo) undos.set(id, undo)
  else undos.delete(id)
}
