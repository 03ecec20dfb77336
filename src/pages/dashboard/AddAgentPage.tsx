import { PageHead } from '#features/site/web/PageHead.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, Add an agent. */
export default function AddAgentPage() {
  return (
    <>
      <PageHead title="Add an agent" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>Add an agent</h1>
      </div>
    </>
  )
}
