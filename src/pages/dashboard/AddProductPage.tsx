import { AddProduct } from '#features/products/web/add-product/AddProduct.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { DraftCard } from '../DraftCard.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** §2 Dashboard, Add a Product. */
export default function AddProductPage() {
  return (
    <>
      <PageHead title="Add a Product" description="Add a product." isIndexed={false} />
      <div className="dashboard__head">
        <h1>Add a Product</h1>
      </div>
      <AddProduct card={(product) => <DraftCard product={product} />} />
    </>
  )
}
