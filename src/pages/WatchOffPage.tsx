import { useLinkToken } from '#features/auth/web/link-token.ts'
import { UnsubscribeForm, watchOffSecret } from '#features/watches/web/UnsubscribeForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './account/AccountSheet.tsx'
import { EmailLinkPage } from './account/EmailLinkPage.tsx'
import { Envelope } from './account/Envelope.tsx'

const invalid = {
  title: 'This link is not valid.',
  lead: 'Open it again from the mail. What you watch, and its mails, are in your collection too.',
  way: { label: 'My Collection', path: paths.collection() },
}

/** Where an email's link ends the emails about a watched item. Opening it changes nothing. */
export default function WatchOffPage() {
  const link = useLinkToken(watchOffSecret)
  return (
    <EmailLinkPage
      title="Stop Mails"
      description="Stop the mails about an item that you watch."
      secret={link.secret}
      invalid={invalid}
    >
      <AccountSheet
        title="Stop Mails"
        lead="Your collection still says what changed."
        object={<Envelope />}
        isObjectKept
        foot="What you watch stays as it is."
      >
        <UnsubscribeForm {...link} />
      </AccountSheet>
    </EmailLinkPage>
  )
}
