import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import { Rating } from '#shared/web/ui/values/Rating.tsx'
import type { Product } from '../../contract.ts'
import { PriceWithShipping } from './PriceWithShipping.tsx'
import './ProductCard.css'

type ProductCardProps = {
  product: Product
  /** The second act, Buy. */
  action?: ReactNode
  /** Its image is on the first screen. */
  priority?: boolean
  /** The displayed width, as in the attribute `sizes`; by default that of a list. */
  sizes?: string
}

const sizesInList = '(max-width: 567px) 136px, (max-width: 923px) 50vw, 300px'

/** One product of a list; the whole card is the link to its page (§2 View QC). */
export function ProductCard({ product, action, priority = false, sizes = sizesInList }: ProductCardProps) {
  const { shopType, productCode, name, price, thumbnailImg, qcCount, qcNewest } = product
  return (
    <article className="card">
      <div className="card__pic">
        {thumbnailImg ? (
          <Picture src={thumbnailImg} alt="" width={720} height={720} sizes={sizes} priority={priority} />
        ) : (
          <CardImagePlaceholder />
        )}
        <span className="card__seal">
          <QcBadge count={qcCount} newest={qcNewest} />
        </span>
      </div>
      <div className="card__body">
        <p className="label">{marketplaceLabels[shopType]}</p>
        <h3 className="card__title">
          <a href={paths.product(shopType, productCode)}>{name}</a>
        </h3>
        <p className="card__facts">
          <Price amount={price} />
          <Rating average={product.avgRating} count={product.totalReview} />
        </p>
        {product.landed !== undefined && (
          <PriceWithShipping weight={product.weight} landed={product.landed} />
        )}
        <div className="card__foot">
          <span className="card__go" aria-hidden>
            View QC <ArrowRight className="icon icon--s" aria-hidden />
          </span>
          <span className="card__action">{action}</span>
        </div>
      </div>
    </article>
  )
}

/** The outline for a product without an image. */
function CardImagePlaceholder() {
  return (
    <svg
      className="card__blank surface-mat"
      viewBox="0 0 240 240"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M72 98l48-24 48 24v44l-48 24-48-24zM72 98l48 24 48-24M120 122v44" strokeDasharray="5 5" />
    </svg>
  )
}
