import { secrets, useMailedSecret } from '#features/auth/web/mailed-secret.ts'
import { VerifyEmailForm } from '#features/auth/web/VerifyEmailForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './account/AccountSheet.tsx'
import { Envelope } from './account/Envelope.tsx'
import { InvalidLink } from './account/InvalidLink.tsx'

const lead = 'A link works for 24 hours. Open the newest mail again, or log in to be sent another.'
const way = { label: 'Sign in', path: paths.login() }

/** §2 Verify Email: one button. */
export default function VerifyEmailPage() {
  const link = useMailedSecret(secrets.verify)
  const isInvalid = link.secret === 'missing' || link.secret === 'refused'
  return (
    <>
      <PageHead title="Verify Email" description="Verify your email address." isIndexed={false} />
      {isInvalid ? (
        <InvalidLink
          title="Invalid reset link."
          lead={lead}
          takesFocus={link.secret === 'refused'}
          way={way}
        />
      ) : (
        <AccountSheet
          title="Verify Email"
          lead="One press, and reviews and your collection are open to you."
          object={<Envelope />}
          isObjectKept
          foot="The link works for 24 hours."
        >
          <VerifyEmailForm {...link} />
        </AccountSheet>
      )}
    </>
  )
}
