import { authMessages } from '#features/auth/texts-and-limits.ts'
import { linkTokenKeys, useLinkToken } from '#features/auth/web/link-token.ts'
import { UnlockForm } from '#features/auth/web/UnlockForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { Envelope } from './Envelope.tsx'

const invalid = {
  title: authMessages.invalidUnlock,
  lead: 'Links work once, for 30 minutes. Use the newest email, or set a new password to log in now.',
  link: { label: 'Sign in', path: paths.login() },
}

/** Lets this browser log in while wrong guesses lock the account for new devices. */
export default function UnlockPage() {
  const link = useLinkToken(linkTokenKeys.unlock)
  return (
    <EmailLinkPage
      title="Unlock this browser"
      description="Log in on a new device after too many wrong passwords."
      secret={link.secret}
      invalid={invalid}
    >
      <AccountSheet
        title="Unlock this browser"
        lead="Too many wrong passwords were entered for your account. One tap and you can log in here again."
        object={<Envelope />}
        isObjectKept
        foot="The link works once, for 30 minutes."
      >
        <UnlockForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
