import { type ReactNode, Suspense, useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { hasJustLoggedOut, useSession } from '#shared/web/session/session.ts'
import { SessionLoading } from './SessionLoading.tsx'

/** §2 Protected routes: logged-in users. A visitor logs in first and then returns. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { status } = useSession()
  useLoginRedirect(status === 'visitor')
  return status === 'member' ? (
    <Suspense fallback={<SessionLoading />}>{children}</Suspense>
  ) : (
    <SessionLoading />
  )
}

/** Replaces the guarded page in the history, so that Back does not lead into the guard again. */
export function useLoginRedirect(isVisitor: boolean): void {
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!isVisitor) return
    if (!hasJustLoggedOut()) saveReturnPath(pathname + search + hash)
    openDocument(paths.login(), { replace: true })
  }, [isVisitor, pathname, search, hash])
}
