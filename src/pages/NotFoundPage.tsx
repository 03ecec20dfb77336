import { failures } from '#shared/failure.ts'
import { paths } from '#shared/paths.ts'
import { useLocation } from '#shared/web/navigation/router.tsx'
import { ErrorScreen } from './ErrorPage.tsx'
import { useRedirectUnlessAdmin } from './layouts/dashboard/RequireAdmin.tsx'

/** The page of URLs without a route. Only admins learn which dashboard URLs exist. */
export default function NotFoundPage() {
  useRedirectUnlessAdmin(useLocation().pathname.startsWith(`${paths.dashboard()}/`))
  return <ErrorScreen problem={failures.notFound} />
}
