/** What happened just before the login page. */
export type LoginNotice = 'created' | 'verified' | 'reset' | 'changed' | 'setUp' | 'ended'

/** Its storage key, in this tab only. */
export const loginNoticeKey = 'handed-over'

/** Stores a notice for the login page in this tab. */
export function saveLoginNotice(done: LoginNotice): void {
  try {
    // A change of password ends the session too, which needs no notice of its own.
    if (done === 'ended' && sessionStorage.getItem(loginNoticeKey) !== null) return
    sessionStorage.setItem(loginNoticeKey, done)
  } catch {
    // Without storage there is no notice; the login page is the same.
  }
}
