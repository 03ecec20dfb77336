import { LoginForm } from '#features/auth/web/LoginForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { HeroPhotos } from './HeroPhotos.tsx'
import { LoginNotes } from './LoginNotes.tsx'
import { LoginReasonSlot } from './LoginReasonSlot.tsx'

/** §2 /login. */
export default function LoginPage() {
  return (
    <>
      <PageHead
        title="Sign in"
        description="Log in to your collection and your reviews."
        path={paths.login()}
      />
      <AccountSheet
        title="Welcome back"
        withoutScript="Turn on JavaScript to log in."
        object={<HeroPhotos />}
        top={<AccountTabs current={paths.login()} />}
      >
        <LoginNotes />
        <LoginReasonSlot lead="Log in" />
        <LoginForm />
      </AccountSheet>
    </>
  )
}
