import { ChevronsLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product } from '#features/products/contract.ts'
import '#features/qc-photos/web/comparison/ComparisonSlider.css'
import { useComparisonSlider } from '#features/qc-photos/web/comparison/use-comparison-slider.ts'
import { paths } from '#shared/paths.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import closeUp from './pictures/close-up.webp'
import seller from './pictures/seller.webp'
import warehouse from './pictures/warehouse.webp'
import './LiveComparison.css'

/** Whether the divider's introductory animation has run, which happens once per visit. */
let hasAnimated = false

/** The item of the demo catalog whose photos are aligned by hand. */
const demo = { id: '9900661650', name: 'Low court sneaker with suede toe' }

/** An example of the site's purpose: a slider between the seller's photo and the QC photo of one of its items. */
export function LiveComparison({ product }: { product: Product }) {
  const { frame, input, description, handlers, field } = useComparisonSlider()
  const { shopType, productCode, qcImage, qcVariant, shown: variant } = product
  const isDemo = productCode === demo.id && product.name === demo.name
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
          <ComparedPhotos
            seller={isDemo ? <DemoSellerPhoto /> : <ItemPhoto src={variant.image} />}
            warehouse={isDemo ? <DemoQcPhoto /> : <ItemPhoto src={qcImage ?? ''} />}
          />
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
          <a href={paths.product(shopType, productCode)}>{isDemo ? 'Low court sneaker' : product.name}</a>
          <span>{isDemo ? 'Warehouse B, White / navy' : (qcVariant ?? variant.pictured)}</span>
        </figcaption>
      </div>
      <span className="live__badge">
        <QcBadge count={product.qcCount} newest={product.qcNewest} size="large" />
      </span>
      {isDemo && (
        <a className="live__finding" href={paths.productQc(shopType, productCode)}>
          <img src={closeUp} alt="" width={280} height={280} loading="lazy" decoding="async" />
          <span>Dried glue, 6 cm</span>
        </a>
      )}
    </figure>
  )
}

/** Both photos with their labels, and the divider between them. */
function ComparedPhotos({ seller, warehouse }: { seller: ReactNode; warehouse: ReactNode }) {
  return (
    <div className="comparison-slider__frame">
      <span className="comparison-slider__side">{warehouse}</span>
      <span className="comparison-slider__side comparison-slider__side--seller">{seller}</span>
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

function DemoQcPhoto() {
  return (
    <img
      className="live__warehouse"
      src={warehouse}
      alt="The same sneaker on a warehouse cutting mat"
      width={640}
      height={640}
      fetchPriority="high"
    />
  )
}

function DemoSellerPhoto() {
  return (
    <img
      src={seller}
      alt="White and navy sneaker, as the seller shows it"
      width={480}
      height={480}
      fetchPriority="high"
    />
  )
}

/** A photo of an item beside a link with its name. */
function ItemPhoto({ src }: { src: string }) {
  return (
    <Picture src={src} alt="" width={640} height={640} sizes="(max-width: 899px) 100vw, 480px" priority />
  )
}
