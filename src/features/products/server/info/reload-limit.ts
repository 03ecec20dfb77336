const WINDOW_MS = 60_000
const MAX_RELOADS = 10

/** Allows ten forced reloads per minute for all admins together. Beyond that, stored information is used. */
export function createReloadLimit(now: () => number = Date.now): () => boolean {
  let recent: number[] = []
  return () => {
    recent = recent.filter((time) => time > now() - WINDOW_MS)
    if (recent.length >= MAX_RELOADS) return false
    recent.push(now())
    return true
  }
}
