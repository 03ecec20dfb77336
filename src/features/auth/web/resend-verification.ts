import type { ApiClient } from '#shared/contract.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { askConfirm } from '#shared/web/ui/dialogs/alerts.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { AuthContract } from '../contract.ts'
import { authMessages, authText, resendCooldownMs } from '../texts-and-limits.ts'

/** When another email may be requested for each address, in ms since 1970; lost when the page is left. */
const readyAtMs = new Map<string, number>()

/** §8 'Email not verified': asks whether to send the verification email again, and reports the result. */
export async function promptResendVerification(send: ApiClient, email: string): Promise<void> {
  const isWanted = await askConfirm({
    kind: 'warning',
    title: authText.unverifiedTitle,
    text: authText.unverifiedQuestion,
    help: `We'll send it to ${email}. The link works for 24 hours.`,
    confirm: 'Resend',
    readyAt: readyAtMs.get(email),
  })
  if (!isWanted) {
    toast.error(authText.unverifiedCancelled)
    return
  }
  try {
    await send<AuthContract['requestVerificationEmail']>('POST /users/requestVerificationEmail', {
      body: { email },
    })
    readyAtMs.set(email, Date.now() + resendCooldownMs)
    toast.success(authMessages.resent)
  } catch (error) {
    toast.error(getErrorMessage(error))
  }
}
