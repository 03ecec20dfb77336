import { Bookmark, KeyRound, Mail, MessageSquareText } from 'lucide-react'
import { RegisterForm } from '#features/auth/web/RegisterForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { InfoCard } from './InfoCard.tsx'
import { LoginReasonSlot } from './LoginReasonSlot.tsx'

const storedData = [
  { Icon: Bookmark, title: 'My Collection', text: 'Items and the price when you saved them' },
  { Icon: MessageSquareText, title: 'Your reviews', text: 'Shown under your name once approved' },
  {
    Icon: Mail,
    title: 'Name and email address',
    text: 'We email only about your account and what you watch',
  },
  { Icon: KeyRound, title: 'Your password, hashed', text: 'Never the password itself' },
]

/** §2 /register. */
export default function RegisterPage() {
  return (
    <>
      <PageHead
        title="Create an account"
        description="Create an account to save items and write reviews."
        path={paths.register()}
      />
      <AccountSheet
        title="Create an account"
        object={<InfoCard title="What we store" lines={storedData} />}
        top={<AccountTabs current={paths.register()} />}
      >
        <LoginReasonSlot lead="Create an account" />
        <RegisterForm />
      </AccountSheet>
    </>
  )
}
