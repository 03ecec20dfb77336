import { PageHead } from '#features/site/web/PageHead.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/DashboardLayout.tsx'

/** §2 Dashboard, Add a Product. */
export default function AddProductPage() {
  return (
    <>
      <PageHead title="Add a Product" description="The dashboard of the site." isIndexed={false} />
      <div className="dash__head">
        <h1>Add a Product</h1>
      </div>
    </>
  )
}
