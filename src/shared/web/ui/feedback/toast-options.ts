/** How long each kind stays, in ms, and how long its exit takes (§9). */
export const toastTimes = {
  blank: 4000,
  error: 4000,
  success: 2000,
  /** For toasts with Undo: long enough to read the text and reach the button. */
  undo: 8000,
  loading: Number.POSITIVE_INFINITY,
  leaving: 1000,
} as const

const undos = new Map<string, () => void>()

/** The undo function of a toast. */
export function getUndo(id: string): (() => void) | undefined {
  return undos.get(id)
}

/** Stores the undo function of a toast; undefined when it has none, or was removed. */
export function setUndo(id: string, undo: (() => void) | undefined): void {
  if (undo) undos.set(id, undo)
  else undos.delete(id)
}
