import { PageHead } from '#features/site/web/PageHead.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, Manage Agent. */
export default function ManageAgentPage() {
  return (
    <>
      <PageHead title="Manage Agent" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>Manage Agent</h1>
      </div>
    </>
  )
}
