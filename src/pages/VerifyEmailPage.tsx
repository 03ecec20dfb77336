import { secrets, useMailedSecret } from '#features/auth/web/mailed-secret.ts'
import { VerifyEmailForm } from '#features/auth/web/VerifyEmailForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './account/AccountSheet.tsx'
import { Envelope } from './account/Envelope.tsx'
import { InvalidLink } from './account/InvalidLink.tsx'

const lead =
  'The link in the mail is longer than this address. Open it again, or sign in to be sent a new one.'
const way = { label: 'Sign in', path: paths.login() }

/** §2 Verify Email: one button. */
export default function VerifyEmailPage() {
  const secret = useMailedSecret(secrets.verify)
  return (
    <>
      <PageHead title="Verify Email" description="Verify your email address." isIndexed={false} />
      {secret === 'missing' ? (
        <InvalidLink title="Invalid reset link." lead={lead} way={way} />
      ) : (
        <AccountSheet
          title="Verify Email"
          lead="One press, and reviews and your collection are open to you."
          object={<Envelope />}
          isObjectKept
          foot="The link works for 24 hours."
        >
          <VerifyEmailForm secret={secret} />
        </AccountSheet>
      )}
    </>
  )
}
