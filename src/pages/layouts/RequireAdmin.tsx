import { type ReactNode, Suspense, useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { useSession } from '#shared/web/session.ts'
import { useLoginWhen } from './RequireUser.tsx'
import { Waiting } from './Waiting.tsx'

/** §2 Protected routes: admins alone; whoever else is signed in goes to Home. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const { status, user } = useSession()
  const isOther = user !== undefined && user.role !== 'admin'
  useLoginWhen(status === 'visitor')
  useEffect(() => {
    if (isOther) location.replace(paths.home())
  }, [isOther])
  return user?.role === 'admin' ? <Suspense fallback={<Waiting />}>{children}</Suspense> : <Waiting />
}
