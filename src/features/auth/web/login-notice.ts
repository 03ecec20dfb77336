import { useEffect, useState } from 'react'
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

/** The stored notice; returned once. */
function takeLoginNotice(): LoginNoticeTexts | undefined {
  try {
    const notice = sessionStorage.getItem(loginNoticeKey)
    sessionStorage.removeItem(loginNoticeKey)
    return Object.entries(noticeTexts).find(([name]) => name === notice)?.[1]
  } catch {
    return undefined
  }
}

/** The stored notice: its toast is shown, its note is returned for the page to render. */
export function useLoginNotice(): LoginNoticeTexts | undefined {
  const [texts, setTexts] = useState<LoginNoticeTexts>()
  useEffect(() => {
    const stored = takeLoginNotice()
    if (!stored) return
    setTexts(stored)
    if (stored.isBad) toast.error(stored.toast)
    else toast.success(stored.toast)
  }, [])
  return texts
}
