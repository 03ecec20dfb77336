/** What happened just before the login page. */
export type LoginNotice = 'created' | 'verified' | 'unlocked' | 'reset' | 'changed' | 'setUp' | 'ended'

/** Its storage key, in this tab only. */
export const loginNoticeKey = 'handed-over'

/** Stores a notice for the login page in this tab. */
export function saveLoginNotice(notice: LoginNotice): void {
  try {
    // A password change ends the session too; its own notice stays.
    if (notice === 'ended' && sessionStorage.getItem(loginNoticeKey) !== null) return
    sessionStorage.setItem(loginNoticeKey, notice)
  } catch {
    // Without storage there is no notice; the login page is the same.
  }
}

const emailKey = 'login-email'

/** Stores the address of an account that was created or verified, for the login form in this tab. */
export function saveLoginEmail(email: string): void {
  try {
    sessionStorage.setItem(emailKey, email)
  } catch {
    // Without storage the address has to be typed again.
  }
}

/** The stored address; returned once. */
export function takeLoginEmail(): string | undefined {
  try {
    const email = sessionStorage.getItem(emailKey)
    sessionStorage.removeItem(emailKey)
    return email !== null && email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined
  } catch {
    return undefined
  }
}
