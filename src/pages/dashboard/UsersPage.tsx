import { PageHead } from '#features/site/web/PageHead.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, All Users. */
export default function UsersPage() {
  return (
    <>
      <PageHead title="All Users" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>All Users</h1>
      </div>
    </>
  )
}
