import { PageHead } from '#features/site/web/PageHead.tsx'
import { useSession } from '#shared/web/session.ts'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, Admin home: a welcome with the admin's name and email. */
export default function AdminHomePage() {
  const { user } = useSession()
  return (
    <>
      <PageHead title="Admin Home" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <div>
          <h1>Welcome, {user?.name}</h1>
          <p>{user?.email}</p>
        </div>
      </div>
    </>
  )
}
