import { ArrowRight } from 'lucide-react'
import { type HTMLAttributes, memo, type ReactElement, type ReactNode } from 'react'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import { Rating } from '#shared/web/ui/values/Rating.tsx'
import type { Product } from '../../contract.ts'
import { productText } from '../../texts-and-limits.ts'
import { LookPicture } from '../look/LookPicture.tsx'
import { PriceWithShipping } from './PriceWithShipping.tsx'
import './ProductCard.css'

type ProductCardProps = {
  product: Product
  /** Renders the second action, Buy. */
  action?: ((product: Product) => ReactElement) | undefined
  /** The country name of the price with shipping. */
  country?: string | undefined
  /** Renders the button on the picture, Add to haul. */
  corner?: (product: Product) => ReactElement
  /** Loads the image first, because it is visible without scrolling. */
  priority?: boolean
  /** The displayed width as in the attribute `sizes`; by default that in a list. */
  sizes?: string
  /** An element over the picture, and the handlers that show it. */
  overlay?: ReactNode
  handlers?: HTMLAttributes<HTMLElement> | undefined
}

export const sizesInList = '(max-width: 567px) 136px, (max-width: 923px) 50vw, 300px'

/**
 * One product of a list. The whole card is a link to the product's page (§2 View QC). Memoized, because a list renders again
 * with each part of the visitor's country that becomes known: pass the same functions again.
 */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, action, corner, country, overlay, handlers, priority = false, sizes = sizesInList } = props
  const { shopType, productCode, name, qcCount, qcNewest, qcImage, qcVariant, shown: shownVariant } = product
  return (
    <article className="card" {...handlers}>
      <div className="card__pic">
        <LookPicture
          listing={shownVariant.image}
          reality={qcImage}
          blank={<CardImagePlaceholder />}
          alt=""
          width={720}
          height={720}
          sizes={sizes}
          priority={priority}
        />
        {overlay}
        <span className="card__seal">
          <QcBadge count={qcCount} newest={qcNewest} />
        </span>
        {qcVariant && <span className="card__shows">{`Shows ${qcVariant}`}</span>}
        {corner?.(product)}
      </div>
      <div className="card__body">
        <p className="label">
          <span>{marketplaceLabels[shopType]}</span>{' '}
          {shownVariant.pictured && <span className="card__variant">{shownVariant.pictured}</span>}
        </p>
        <h3 className="card__title">
          <a href={paths.product(shopType, productCode, shownVariant.skuId)}>{name}</a>
        </h3>
        <p className="card__facts">
          {/* A price of 0 is a draft without a price; no product is free. */}
          {shownVariant.price === 0 ? (
            <span className="muted">{productText.noPrice}</span>
          ) : (
            <Price amount={shownVariant.price} />
          )}
          <Rating average={product.avgRating} count={product.totalReview} />
        </p>
        <PriceWithShipping product={product} country={country} />
        <div className="card__foot">
          <span className="card__go" aria-hidden>
            View QC <ArrowRight className="icon icon--s" aria-hidden />
          </span>
          <span className="card__action">{action?.(product)}</span>
        </div>
      </div>
    </article>
  )
})

/** The placeholder of a product without an image. */
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
