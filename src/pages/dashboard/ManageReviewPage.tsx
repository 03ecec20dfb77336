import { PageHead } from '#features/site/web/PageHead.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, Manage Review. */
export default function ManageReviewPage() {
  return (
    <>
      <PageHead title="Manage Review" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>Manage Review</h1>
      </div>
    </>
  )
}
