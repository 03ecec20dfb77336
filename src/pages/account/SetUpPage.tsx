import { Clock, KeyRound, ShieldCheck } from 'lucide-react'
import { linkTokenKeys, useLinkToken } from '#features/auth/web/link-token.ts'
import { SetUpForm } from '#features/auth/web/SetUpForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { InfoCard } from './InfoCard.tsx'

const setUpFacts = [
  { Icon: ShieldCheck, title: 'Works once', text: 'Only until the first admin exists' },
  { Icon: Clock, title: 'Works for 24 hours', text: 'Restart the server for a new link' },
  { Icon: KeyRound, title: 'Keep it secret', text: 'Anyone with this link can become the admin' },
]
const invalid = {
  title: 'Invalid set-up link.',
  lead: 'This site may already have an admin. Ask its operator.',
  link: { label: 'Sign in', path: paths.login() },
}

/** Creates the first admin, by the link that the server printed at its start. */
export default function SetUpPage() {
  const link = useLinkToken(linkTokenKeys.setUp)
  return (
    <EmailLinkPage
      title="Set up"
      description="Create the first admin of this site."
      secret={link.secret}
      invalid={invalid}
    >
      <AccountSheet
        title="Create the first admin"
        lead="This account becomes the site's first admin."
        object={<InfoCard title="This link" lines={setUpFacts} />}
      >
        <SetUpForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
