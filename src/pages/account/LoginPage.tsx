import { LoginForm } from '#features/auth/web/LoginForm.tsx'
import { useLoginNotice } from '#features/auth/web/login-notice.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { AccountSheet } from './AccountSheet.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { HeroPhotos } from './HeroPhotos.tsx'
import { LoginReasonSlot } from './LoginReasonSlot.tsx'

/** §2 /login. */
export default function LoginPage() {
  const { note, help } = useLoginNotice() ?? {}
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
        {note && (
          <Callout variant="ok" title={note}>
            {help && <span>{help}</span>}
          </Callout>
        )}
        <LoginReasonSlot lead="Log in" />
        <LoginForm />
      </AccountSheet>
    </>
  )
}
