import { PageHead } from '#features/site/web/PageHead.tsx'
import { useNow } from '#shared/web/now.ts'
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
          <p>
            <span>{user?.email}</span> · <Today />
          </p>
        </div>
      </div>
    </>
  )
}

/** The guard lets nothing be drawn on the server, so this is the visitor's own clock. */
function Today() {
  const now = new Date(useNow())
  const words = now.toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return <time dateTime={now.toISOString()}>{words}</time>
}
