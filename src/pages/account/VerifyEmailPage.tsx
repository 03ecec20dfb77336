import { authMessages } from '#features/auth/texts-and-limits.ts'
import { linkTokenKeys, useLinkToken } from '#features/auth/web/link-token.ts'
import { VerifyEmailForm } from '#features/auth/web/VerifyEmailForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { Envelope } from './Envelope.tsx'

const invalid = {
  title: authMessages.invalidLink,
  lead: 'Links work for 24 hours. Use the newest email, or log in to get another.',
  link: { label: 'Sign in', path: paths.login() },
}

/** §2 Verify Email: one button. */
export default function VerifyEmailPage() {
  const link = useLinkToken(linkTokenKeys.verify)
  return (
    <EmailLinkPage
      title="Verify Email"
      description="Verify your email address."
      secret={link.secret}
      invalid={invalid}
    >
      <AccountSheet
        title="Verify Email"
        lead="One tap and you can save items and write reviews."
        object={<Envelope />}
        isObjectKept
        foot="The link works for 24 hours."
      >
        <VerifyEmailForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
