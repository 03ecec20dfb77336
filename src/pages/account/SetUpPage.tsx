import { Clock, KeyRound, ShieldCheck } from 'lucide-react'
import { linkTokenKeys, useLinkToken } from '#features/auth/web/link-token.ts'
import { SetUpForm } from '#features/auth/web/SetUpForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { InfoCard } from './InfoCard.tsx'

const setUpFacts = [
  { Icon: ShieldCheck, title: 'Works once', text: 'Only while there is no admin' },
  { Icon: Clock, title: 'Works for 24 hours', text: 'Another start prints another link' },
  { Icon: KeyRound, title: 'Is a key', text: 'Pass it on to nobody' },
]
const invalid = {
  title: 'Invalid set-up link.',
  lead: 'The site may have an admin already. Ask whoever runs it.',
  way: { label: 'Sign in', path: paths.login() },
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
        lead="Whoever holds this link becomes the first admin."
        object={<InfoCard title="This link" lines={setUpFacts} />}
      >
        <SetUpForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
