const WINDOW_MS = 60_000
const MAX_RELOADS = 10

/** Allows admins together ten forced reloads a minute; beyond that the stored answer is used. */
export function createReloadLimit(now: () => number = Date.now): () => boolean {
  let recent: number[] = []
  return () => {
    recent = recent.filter((moment) => moment > now() - WINDOW_MS)
    if (recent.length >= MAX_RELOADS) return false
    recent.push(now())
    return true
  }
}
