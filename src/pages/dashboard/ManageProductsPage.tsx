import { PageHead } from '#features/site/web/PageHead.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, Manage Products. */
export default function ManageProductsPage() {
  return (
    <>
      <PageHead title="Manage Products" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>Manage Products</h1>
      </div>
    </>
  )
}
