import { useMailedSecret } from '#features/auth/web/mailed-secret.ts'
import { WatchOffForm, watchOffSecret } from '#features/watches/web/WatchOffForm.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './account/AccountSheet.tsx'
import { Envelope } from './account/Envelope.tsx'
import { LinkPage } from './account/LinkPage.tsx'

const invalid = {
  title: 'This link is not valid.',
  lead: 'Open it again from the mail. What you watch, and its mails, are in your collection too.',
  way: { label: 'My Collection', path: paths.collection() },
}

/** Where a mail about watched items leads whoever wants no more of them. Opening it changes nothing. */
export default function WatchOffPage() {
  const link = useMailedSecret(watchOffSecret)
  return (
    <LinkPage
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
        <WatchOffForm {...link} />
      </AccountSheet>
    </LinkPage>
  )
}
