import { Bookmark, KeyRound, Mail, MessageSquareText } from 'lucide-react'
import { RegisterForm } from '#features/auth/web/RegisterForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { InfoCard } from './InfoCard.tsx'

const storedData = [
  { Icon: Bookmark, title: 'My Collection', text: 'Items with the price at the time of saving' },
  { Icon: MessageSquareText, title: 'Your reviews', text: 'Shown under your name once approved' },
  { Icon: Mail, title: 'Name and email address', text: 'Mail only about your account' },
  { Icon: KeyRound, title: 'A password hash', text: 'Never the password itself' },
]

/** §2 /register. */
export default function RegisterPage() {
  return (
    <>
      <PageHead
        title="Create an account"
        description="With an account you keep a collection of items and write reviews."
        path={paths.register()}
      />
      <AccountSheet
        title="Create an account"
        object={<InfoCard title="What an account keeps" lines={storedData} />}
        foot={
          <>
            <span>Have an account?</span>
            <a href={paths.login()}>Sign in</a>
          </>
        }
      >
        <RegisterForm />
      </AccountSheet>
    </>
  )
}
