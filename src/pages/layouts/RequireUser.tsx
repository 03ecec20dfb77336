import { type ReactNode, Suspense, useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { rememberLocation } from '#shared/web/remembered-location.ts'
import { useLocation } from '#shared/web/router.tsx'
import { hasJustLoggedOut, useSession } from '#shared/web/session.ts'
import { Waiting } from './Waiting.tsx'

/** §2 Protected routes: whoever is signed in. Everybody else logs in first and then comes back. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { status } = useSession()
  useLoginWhen(status === 'visitor')
  return status === 'member' ? <Suspense fallback={<Waiting />}>{children}</Suspense> : <Waiting />
}

/** Takes the place of the guarded page in the history, so that Back does not lead into the guard again. */
export function useLoginWhen(isVisitor: boolean): void {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!isVisitor) return
    if (!hasJustLoggedOut()) rememberLocation(pathname + search + hash)
    location.replace(paths.login())
  }, [isVisitor, pathname, search, hash])
}
