import { useQuery } from '@tanstack/react-query'
import { ChevronsLeftRight } from 'lucide-react'
import { trendingQuery } from '#features/products/web/queries.ts'
import '#features/qc-photos/web/comparison/ComparisonSlider.css'
import { useComparisonSlider } from '#features/qc-photos/web/comparison/use-comparison-slider.ts'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import closeUp from './pictures/close-up.webp'
import seller from './pictures/seller.webp'
import warehouse from './pictures/warehouse.webp'
import './LiveComparison.css'

/** Whether the divider's introductory animation has run, which happens once per visit. */
let hasAnimated = false

const item = { shopType: 'weidian', id: '9900661650', name: 'Low court sneaker' } as const

/** An example of the site's purpose: a slider between the seller's photo and the QC photo of one item. */
export function LiveComparison() {
  const { frame, input, description, handlers, field } = useComparisonSlider()
  const { data } = useQuery(trendingQuery(useApiClient()))
  const product = data?.data.find(({ productCode }) => productCode === item.id)
  return (
    <figure
      className="live"
      data-seen={hasAnimated || undefined}
      onAnimationEnd={() => {
        hasAnimated = true
      }}
    >
      <div className="live__print">
        <div className="comparison-slider" ref={frame} {...handlers}>
          <ComparedPhotos />
          <input
            type="range"
            className="comparison-slider__input js-only"
            min={0}
            max={100}
            step={5}
            ref={input}
            aria-label="Divider between seller's photo and QC photo"
            aria-valuetext={description}
            {...field}
          />
        </div>
        <figcaption>
          <a href={paths.product(item.shopType, item.id)}>{item.name}</a>
          <span>Warehouse B, White / navy</span>
        </figcaption>
      </div>
      <span className="live__badge">
        <QcBadge count={product?.qcCount ?? 5} newest={product?.qcNewest} size="large" />
      </span>
      <a className="live__finding" href={paths.productQc(item.shopType, item.id)}>
        <img src={closeUp} alt="" width={280} height={280} loading="lazy" decoding="async" />
        <span>Dried glue, 6 cm</span>
      </a>
    </figure>
  )
}

/** Both photos with their labels, and the divider between them. */
function ComparedPhotos() {
  return (
    <div className="comparison-slider__frame">
      <span className="comparison-slider__side">
        <img
          className="live__warehouse"
          src={warehouse}
          alt="The same sneaker on a warehouse cutting mat"
          width={640}
          height={640}
          fetchPriority="high"
        />
      </span>
      <span className="comparison-slider__side comparison-slider__side--seller">
        <img
          src={seller}
          alt="White and navy sneaker, as the seller shows it"
          width={480}
          height={480}
          fetchPriority="high"
        />
      </span>
      <span className="comparison-slider__half">
        <span className="comparison-slider__tag">Seller's photo</span>
      </span>
      <span className="comparison-slider__half comparison-slider__half--qc">
        <span className="comparison-slider__tag">QC photo</span>
      </span>
      <span className="comparison-slider__line">
        <span className="comparison-slider__knob js-only">
          <ChevronsLeftRight className="icon" aria-hidden />
        </span>
      </span>
    </div>
  )
}
