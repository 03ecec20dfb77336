import { useEffect } from 'react'
import { RequestError } from '#shared/failure.ts'
import { takeReturnPath } from '#shared/web/navigation/return-path.ts'
import { useNavigate } from '#shared/web/navigation/router.tsx'
import { saveHasAccount } from '#shared/web/session/has-account.ts'
import { signIn, useSession } from '#shared/web/session/session.ts'
import type { LoginReply } from '../../contract.ts'
import { authText } from '../../texts-and-limits.ts'

/** Stores the login of a response; one without token or user is invalid. */
export function storeLogin(reply: Partial<LoginReply> | undefined): void {
  const { approvalToken, user } = reply ?? {}
  if (!approvalToken || !user) {
    throw new RequestError({ status: 200, message: authText.unexpected, code: 'UNEXPECTED' })
  }
  saveHasAccount()
  signIn({ approvalToken, user })
}

/** Redirects a logged-in user to the page that required the login, or to the default page (§4). */
export function useRedirectWhenSignedIn(): void {
  const navigate = useNavigate()
  const role = useSession().user?.role
  useEffect(() => {
    if (role) navigate(takeReturnPath(role), { replace: true })
  }, [role, navigate])
}
