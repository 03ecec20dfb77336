import { KeyRound, LogOut, Mail } from 'lucide-react'
import { ChangePasswordForm } from '#features/auth/web/ChangePasswordForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { InfoCard } from './InfoCard.tsx'

function getInfoLines(email: string) {
  return [
    { Icon: LogOut, title: "You'll be logged out everywhere", text: 'Including on this device' },
    { Icon: Mail, title: "We'll email a confirmation", text: `To ${email}` },
    { Icon: KeyRound, title: 'Log in with the new password', text: 'The old one stops working right away' },
  ]
}

/** §6: a logged-in user changes the password here. */
export default function ChangePasswordPage() {
  const email = useSession().user?.email ?? 'the address of your account'
  return (
    <>
      <PageHead title="Change Password" description="Set a new password." isIndexed={false} />
      <AccountSheet
        title="Change Password"
        object={<InfoCard title="What happens next" lines={getInfoLines(email)} />}
      >
        <ChangePasswordForm />
      </AccountSheet>
    </>
  )
}
