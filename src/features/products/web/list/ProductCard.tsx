import { ArrowRight } from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import { Rating } from '#shared/web/ui/values/Rating.tsx'
import type { Product } from '../../contract.ts'
import { productText } from '../../spec.ts'
import { LookPicture } from '../look/LookPicture.tsx'
import { PriceWithShipping } from './PriceWithShipping.tsx'
import './ProductCard.css'

type ProductCardProps = {
  product: Product
  /** The second act, Buy. */
  action?: ReactNode
  /** The name of the country that its price with shipping is for. */
  country?: string | undefined
  /** A button on the picture, Add to haul. */
  corner?: ReactNode
  /** Its image is on the first screen. */
  priority?: boolean
  /** The displayed width, as in the attribute `sizes`; by default that of a list. */
  sizes?: string
  /** What lies over its picture, and the handlers that bring it there. */
  over?: ReactNode
  handlers?: HTMLAttributes<HTMLElement> | undefined
}

export const sizesInList = '(max-width: 567px) 136px, (max-width: 923px) 50vw, 300px'

/** One product of a list; the whole card is the link to its page (§2 View QC). */
export function ProductCard(props: ProductCardProps) {
  const { product, action, corner, country, over, handlers, priority = false, sizes = sizesInList } = props
  const { shopType, productCode, name, qcCount, qcNewest, qcImage, qcVariant, shown } = product
  return (
    <article className="card" {...handlers}>
      <div className="card__pic">
        <LookPicture
          listing={shown.image}
          reality={qcImage}
          blank={<CardImagePlaceholder />}
          alt=""
          width={720}
          height={720}
          sizes={sizes}
          priority={priority}
        />
        {over}
        <span className="card__seal">
          <QcBadge count={qcCount} newest={qcNewest} />
        </span>
        {qcVariant && <span className="card__shows">{`Shows ${qcVariant}`}</span>}
        {corner}
      </div>
      <div className="card__body">
        <p className="label">
          <span>{marketplaceLabels[shopType]}</span>{' '}
          {shown.pictured && <span className="card__variant">{shown.pictured}</span>}
        </p>
        <h3 className="card__title">
          <a href={paths.product(shopType, productCode, shown.skuId)}>{name}</a>
        </h3>
        <p className="card__facts">
          {/* A draft has none yet; nothing is sold for it. */}
          {shown.price === 0 ? (
            <span className="muted">{productText.noPrice}</span>
          ) : (
            <Price amount={shown.price} />
          )}
          <Rating average={product.avgRating} count={product.totalReview} />
        </p>
        <PriceWithShipping product={product} country={country} />
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
