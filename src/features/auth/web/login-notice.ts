import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import { authMessages, authText } from '../spec.ts'
import { type LoginNotice, loginNoticeKey, saveLoginNotice } from './login-notice-storage.ts'

/** What was done just before the login page: it is a page of its own, so it must be told what to say. */
const words = {
  created: { toast: authMessages.created, note: 'Account created. Check your inbox to verify.' },
  verified: { toast: authMessages.verified },
  reset: { toast: authMessages.passwordReset },
  changed: { toast: authText.loginAgain },
  setUp: { toast: 'The first admin is ready.' },
  ended: { toast: authText.refreshFailed, isBad: true },
} as const satisfies Record<LoginNotice, HandedOver>

type HandedOver = { toast: string; note?: string; isBad?: boolean }

/** Goes to the login page, which says what was done; the page that is left is no longer there to come back to. */
export function redirectToLogin(done: LoginNotice): void {
  saveLoginNotice(done)
  location.replace(paths.login())
}

/** What the page before left to say; said once. */
function takeHandedOver(): HandedOver | undefined {
  try {
    const done = sessionStorage.getItem(loginNoticeKey)
    sessionStorage.removeItem(loginNoticeKey)
    return Object.entries(words).find(([name]) => name === done)?.[1]
  } catch {
    return undefined
  }
}

/** What the page before left to say: its toast is shown, its note is for the page to draw. */
export function useLoginNotice(): HandedOver | undefined {
  const [words, setWords] = useState<HandedOver>()
  useEffect(() => {
    const taken = takeHandedOver()
    if (!taken) return
    setWords(taken)
    if (taken.isBad) toast.error(taken.toast)
    else toast.success(taken.toast)
  }, [])
  return words
}
