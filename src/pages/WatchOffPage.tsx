import { useLinkToken } from '#features/auth/web/link-token.ts'
import { UnsubscribeForm, watchOffSecret } from '#features/watches/web/UnsubscribeForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './account/AccountSheet.tsx'
import { EmailLinkPage } from './account/EmailLinkPage.tsx'
import { Envelope } from './account/Envelope.tsx'

const invalid = {
  title: 'This link is not valid.',
  lead: 'Open the link in your email again, or change your alerts in My Collection.',
  link: { label: 'My Collection', path: paths.collection() },
}

/** Where an email's link ends the emails about a watched item. Opening it changes nothing. */
export default function WatchOffPage() {
  const link = useLinkToken(watchOffSecret)
  return (
    <EmailLinkPage
      title="Stop emails"
      description="Stop the emails about an item you watch."
      secret={link.secret}
      invalid={invalid}
    >
      <AccountSheet
        title="Stop emails"
        lead="You'll still see updates in My Collection."
        object={<Envelope />}
        isObjectKept
        foot="You'll keep watching; only the emails stop."
      >
        <UnsubscribeForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
