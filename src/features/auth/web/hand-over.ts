/** What was done, or what happened, just before the login page. */
export type Done = 'created' | 'verified' | 'reset' | 'changed' | 'setUp' | 'ended'

/** Where it is kept, in this tab alone. */
export const handedOverKey = 'handed-over'

/** Lets the login page say what was done, once somebody comes there in this tab. */
export function handOver(done: Done): void {
  try {
    // After a change of password the session ends too, and that is no news.
    if (done === 'ended' && sessionStorage.getItem(handedOverKey) !== null) return
    sessionStorage.setItem(handedOverKey, done)
  } catch {
    // A browser that keeps nothing says nothing; the login page is the same.
  }
}
