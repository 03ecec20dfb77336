import { authMessages } from '#features/auth/texts-and-limits.ts'
import { forgotPath } from '#features/auth/web/forgot-path.ts'
import { linkTokenKeys, useLinkToken } from '#features/auth/web/link-token.ts'
import { ResetPasswordForm } from '#features/auth/web/ResetPasswordForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { Envelope } from './Envelope.tsx'

const invalid = {
  title: authMessages.invalidLink,
  lead: 'Reset links work once, for 10 minutes. Request a new one and use the newest email.',
  link: { label: 'Request a new link', path: forgotPath },
  foot: (
    <>
      <span>Remember your password?</span>
      <a href={paths.login()}>Sign in</a>
    </>
  ),
}

/** §2 Reset-password screen: account and token come in the URL of an emailed link. */
export default function ResetPasswordPage() {
  const link = useLinkToken(linkTokenKeys.reset)
  return (
    <EmailLinkPage
      title="Reset password"
      description="Set a new password."
      secret={link.secret}
      invalid={invalid}
    >
      <AccountSheet
        title="Reset password"
        lead="For the account this email was sent to."
        object={<Envelope />}
        foot="You'll be logged out on all devices."
      >
        <ResetPasswordForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
