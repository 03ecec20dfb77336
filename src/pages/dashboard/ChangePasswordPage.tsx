import { ChangePasswordForm } from '#features/auth/web/ChangePasswordForm.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import './ChangePasswordPage.css'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** §2 Dashboard: the Change Password form. */
export default function ChangePasswordPage() {
  const { user } = useSession()
  return (
    <>
      <PageHead title="Change Password" description="Set a new password." isIndexed={false} />
      <div className="dashboard__head">
        <h1>Change Password</h1>
      </div>
      <div className="new-password">
        <div className="new-password__sheet">
          <ChangePasswordForm />
        </div>
        <Callout title="You'll be logged out on every device">
          <span>{`Log in again with your new password. We'll email a confirmation to ${user?.email ?? ''}.`}</span>
        </Callout>
      </div>
    </>
  )
}
