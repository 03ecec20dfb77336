import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { settingsQuery } from '#features/site/web/queries.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { LoginReply } from '../../contract.ts'
import { googleText } from '../../texts-and-limits.ts'
import './GoogleButton.css'
import { GoogleFailure, type GoogleProfile, logInWithGoogle, openGooglePopup } from './google-popup.ts'

const GooglePasswordDialog = lazy(async () => ({
  default: (await import('./GooglePasswordDialog.tsx')).GooglePasswordDialog,
}))

type GoogleButtonProps = {
  label: 'Sign in with Google' | 'Sign up with Google'
  /** The server has opened a session. */
  onDone: (reply: LoginReply) => void
  /** Google has confirmed a user without an account; without this callback they are asked to register. */
  onSetPassword?: (profile: GoogleProfile) => void
}

/**
 * §4 Google login with all its outcomes, and the 'or' before the form below it; nothing where it is not
 * configured.
 */
export function GoogleButton({ label, onDone, onSetPassword }: GoogleButtonProps) {
  const send = useApiClient()
  const settings = useQuery(settingsQuery(send)).data?.data
  const [attempt, setAttempt] = useState<AbortController>()
  const [profileToLink, setProfileToLink] = useState<GoogleProfile>()
  useEffect(() => () => attempt?.abort(), [attempt])
  if (!settings?.googleSignIn) return null

  async function handleClick() {
    const newAttempt = new AbortController()
    setAttempt(newAttempt)
    try {
      await logInOrRegister(await openGooglePopup(send, newAttempt.signal))
    } catch (error) {
      if (!newAttempt.signal.aborted) toast.error(getGoogleErrorMessage(error))
    }
    setAttempt((current) => (current === newAttempt ? undefined : current))
  }

  async function logInOrRegister(profile: GoogleProfile) {
    try {
      onDone(await logInWithGoogle(send, profile))
    } catch (error) {
      const code = isRequestError(error) && error.code
      if (code === 'PASSWORD_REQUIRED') setProfileToLink(profile)
      else if (code !== 'ACCOUNT_NOT_FOUND') throw error
      else if (onSetPassword) onSetPassword(profile)
      else toast.error(googleText.registerFirst)
    }
  }

  return (
    <div className="google-login js-only">
      <GoogleActs label={label} attempt={attempt} onStart={handleClick} />
      <p className="google-login__or">or</p>
      {profileToLink && (
        <Suspense>
          <GooglePasswordDialog
            profile={profileToLink}
            onDone={onDone}
            onClose={() => setProfileToLink(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

type GoogleActsProps = Pick<GoogleButtonProps, 'label'> & {
  /** Aborts the attempt that is under way. */
  attempt: AbortController | undefined
  onStart: () => void
}

function GoogleActs({ label, attempt, onStart }: GoogleActsProps) {
  return (
    <div className="google-login__acts">
      <button
        type="button"
        className="btn google"
        aria-disabled={attempt !== undefined}
        onClick={() => attempt === undefined && onStart()}
      >
        {attempt ? <Spinner /> : <GoogleLogo />}
        <span>{attempt ? googleText.waiting : label}</span>
      </button>
      {attempt && (
        <button type="button" className="btn btn--quiet" onClick={() => attempt.abort()}>
          Cancel
        </button>
      )}
    </div>
  )
}

function getGoogleErrorMessage(error: unknown): string {
  return error instanceof GoogleFailure ? error.message : getErrorMessage(error, googleText.failed)
}

/** Google's logo in the four colors that Google requires. */
function GoogleLogo() {
  return (
    <svg className="google__mark" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}
