import { lazy, Suspense } from 'react'
import { LoginForm } from '#features/auth/web/LoginForm.tsx'
import { loginNotes, useLoginNotice } from '#features/auth/web/login-notice.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { AccountSheet } from './AccountSheet.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { LoginReasonSlot } from './LoginReasonSlot.tsx'
import './LoginPage.css'

const loadHeroPhotos = () => import('./HeroPhotos.tsx')

/** Lazy, because it is decoration for wide windows. */
const HeroPhotos = import.meta.env.SSR
  ? (await loadHeroPhotos()).HeroPhotos
  : lazy(async () => ({ default: (await loadHeroPhotos()).HeroPhotos }))

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
        object={
          <Suspense>
            <HeroPhotos />
          </Suspense>
        }
        top={<AccountTabs current={paths.login()} />}
      >
        <LoginNotes />
        <LoginReasonSlot lead="Log in" />
        <LoginForm />
      </AccountSheet>
    </>
  )
}

/**
 * What happened just before the login, for example a password change. The server renders every note, and the style sheet
 * shows the stored one in the first paint, so that the form below it does not move.
 */
function LoginNotes() {
  const current = useLoginNotice()
  return loginNotes
    .filter(({ notice }) => current === undefined || current === notice)
    .map(({ notice, note, help }) => (
      <Callout
        key={notice}
        className={current ? '' : `login-note login-note--${notice}`}
        variant="ok"
        title={note}
      >
        {help && <span>{help}</span>}
      </Callout>
    ))
}
