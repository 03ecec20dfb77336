import { KeyRound, LogOut, Mail } from 'lucide-react'
import { ChangePasswordForm } from '#features/auth/web/ChangePasswordForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { InfoCard } from './InfoCard.tsx'

function getInfoLines(email: string) {
  return [
    { Icon: LogOut, title: 'Every device is logged out', text: 'This one too' },
    { Icon: Mail, title: 'A mail tells you about it', text: `To ${email}` },
    { Icon: KeyRound, title: 'Log in with the new password', text: 'The old one stops at once' },
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
        object={<InfoCard title="After the change" lines={getInfoLines(email)} />}
      >
        <ChangePasswordForm />
      </AccountSheet>
    </>
  )
}
