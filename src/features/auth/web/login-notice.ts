import { useLayoutEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { saveHasAccount } from '#shared/web/session/has-account.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { authMessages, authText } from '../texts-and-limits.ts'
import { type LoginNotice, loginNoticeKey, saveLoginNotice } from './login-notice-storage.ts'

/**
 * Notices of the login page about what happened before: it is a full page load, so they are passed by
 * storage.
 */
const noticeTexts = {
  created: {
    toast: authMessages.created,
    note: 'Account created. Check your inbox to verify your email.',
    help: 'Open the link we sent, then sign in here.',
  },
  verified: { toast: authMessages.verified },
  unlocked: { toast: authMessages.unlocked },
  reset: { toast: authMessages.passwordReset },
  changed: { toast: authText.loginAgain, note: 'Your password was changed.' },
  setUp: {
    toast: 'Admin account created. Log in to continue.',
    note: 'You can log in to the dashboard now.',
  },
  ended: { toast: authText.refreshFailed, isBad: true },
} as const satisfies Record<LoginNotice, LoginNoticeTexts>

type LoginNoticeTexts = { toast: string; note?: string; help?: string; isBad?: boolean }

/** Navigates to the login page with a notice about an account; the previous page is replaced in the history. */
export function redirectToLogin(notice: LoginNotice): void {
  saveHasAccount()
  saveLoginNotice(notice)
  openDocument(paths.login(), { replace: true })
}

/** The notices that the login page renders, not only as a toast. */
export const loginNotes = Object.entries<LoginNoticeTexts>(noticeTexts).flatMap(([notice, { note, help }]) =>
  note ? [{ notice, note, help }] : [],
)

/** The stored notice; returned once. */
function takeLoginNotice(): LoginNotice | undefined {
  try {
    const stored = sessionStorage.getItem(loginNoticeKey)
    sessionStorage.removeItem(loginNoticeKey)
    return stored !== null && isLoginNotice(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isLoginNotice(name: string): name is LoginNotice {
  return Object.hasOwn(noticeTexts, name)
}

/**
 * The stored notice, whose toast is shown; `none` when there is none. Undefined until the storage is read: until then
 * the attribute of <html> that is set before the first paint names the notice.
 */
export function useLoginNotice(): LoginNotice | 'none' | undefined {
  const [notice, setNotice] = useState<LoginNotice | 'none'>()
  // Before the paint, so that the note stays visible when the attribute is removed.
  useLayoutEffect(() => {
    const stored = takeLoginNotice()
    setNotice(stored ?? 'none')
    delete document.documentElement.dataset.loginNotice
    if (!stored) return
    const texts: LoginNoticeTexts = noticeTexts[stored]
    if (texts.isBad) toast.error(texts.toast)
    else toast.success(texts.toast)
  }, [])
  return notice
}
