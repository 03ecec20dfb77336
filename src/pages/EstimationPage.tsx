import { shippingText } from '#features/shipping/spec.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'

/** §2 "Shipping Calculator": what a parcel costs on every line, and why. */
export default function EstimationPage() {
  return (
    <div className="wrap">
      <PageHead
        title={shippingText.title}
        description="One parcel, every line we know, the charges written out one by one."
        path={paths.estimation()}
      />
      <h1>{shippingText.title}</h1>
    </div>
  )
}
