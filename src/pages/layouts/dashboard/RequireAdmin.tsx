import { type ReactNode, Suspense, useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { openDocument } from '#shared/web/navigation/overlay-history.ts'
import { useSession } from '#shared/web/session/session.ts'
import { useLoginRedirect } from '../RequireUser.tsx'
import { SessionLoading } from '../SessionLoading.tsx'

/** §2 Protected routes: admins only; other logged-in users are redirected to Home. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const { user } = useSession()
  useRedirectUnlessAdmin(true)
  return user?.role === 'admin' ? (
    <Suspense fallback={<SessionLoading />}>{children}</Suspense>
  ) : (
    <SessionLoading />
  )
}

/** Redirects all but admins away from the dashboard's URLs, also from one that leads to no page. */
export function useRedirectUnlessAdmin(isOfDashboard: boolean): void {
  const { status, user } = useSession()
  const isOther = isOfDashboard && user !== undefined && user.role !== 'admin'
  useLoginRedirect(isOfDashboard && status === 'visitor')
  useEffect(() => {
    if (isOther) openDocument(paths.home(), { replace: true })
  }, [isOther])
}
