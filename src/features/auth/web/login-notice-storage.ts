/** What was done, or what happened, just before the login page. */
export type LoginNotice = 'created' | 'verified' | 'reset' | 'changed' | 'setUp' | 'ended'

/** Where it is kept, in this tab alone. */
export const loginNoticeKey = 'handed-over'

/** Lets the login page say what was done, once somebody comes there in this tab. */
export function saveLoginNotice(done: LoginNotice): void {
  try {
    // After a change of password the session ends too, and that is no news.
    if (done === 'ended' && sessionStorage.getItem(loginNoticeKey) !== null) return
    sessionStorage.setItem(loginNoticeKey, done)
  } catch {
    // A browser that keeps nothing says nothing; the login page is the same.
  }
}
