import type { ItemParams } from '#shared/marketplaces.ts'
import './KnownProduct.css'
import { Check, CircleSlash, Clock, Minus } from 'lucide-react'
import type { InfoAnswer, Product, ProductInfo } from '#features/products/contract.ts'
import { productText } from '#features/products/spec.ts'
import { formatOrigin, formatStock } from '#features/products/variants.ts'
import { Description } from '#features/products/web/details/Description.tsx'
import { ItemMeasurements } from '#features/products/web/details/ItemMeasurements.tsx'
import { Variants } from '#features/products/web/details/Variants.tsx'
import { Gallery } from '#features/products/web/gallery/Gallery.tsx'
import { ImagePlaceholder } from '#features/products/web/list/ImagePlaceholder.tsx'
import type { Review } from '#features/reviews/contract.ts'
import { computeAverageRating } from '#features/reviews/rules.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import { AdminProductSlot } from './admin/AdminProductSlot.tsx'
import { BuyBar, BuyPanel } from './BuyPanel.tsx'
import { ItemLabel } from './ItemLabel.tsx'
import { LazyShippingSummary } from './shipping/LazyShippingSummary.tsx'
import { useVariantSelection } from './variant-selection.ts'
import { WatchItemSlot } from './WatchItemSlot.tsx'

type KnownProductProps = {
  item: ItemParams
  name: string
  info: ProductInfo
  product: Product | null
  reviews: Review[]
  /** The source, and the time of its answer. */
  origin: Pick<InfoAnswer, 'source' | 'fetchedAt'>
  /** The time of the answer of a source that now fails, as ISO text. */
  seenAt: string | undefined
}

/** An item with all that is known about it (§2 "Product detail screen"). */
export function KnownProduct(props: KnownProductProps) {
  const { item, name, info, product, origin, seenAt, reviews } = props
  const choice = useVariantSelection(info)
  const { currency } = info
  return (
    <>
      <div className="product">
        {choice.pictures.length > 0 ? (
          <Gallery
            name={name}
            pictures={choice.pictures}
            chosen={choice.picture}
            onChoose={choice.choosePicture}
          />
        ) : (
          <ImagePlaceholder />
        )}
        <div className="product__info">
          <div>
            <ItemLabel item={item} />
            <h1 className="product__title" lang={detectLanguage(name)}>
              {name}
            </h1>
            <div className="product__price">
              {choice.price === null ? (
                <span className="muted">{productText.noPrice}</span>
              ) : (
                <span>
                  <Price amount={choice.price} currency={currency} />
                  <span className="price__cur" aria-hidden>
                    {currency}
                  </span>
                </span>
              )}
              <RatingLink reviews={reviews} />
              <a className="product__freight" href="#shipping">
                Estimate shipping
              </a>
            </div>
          </div>
          <Variants groups={choice.groups} onChoose={choice.choose} />
          {choice.stock !== undefined && <Stock stock={choice.stock} />}
          {seenAt && <LastSeen time={seenAt} />}
          <p className="visually-hidden" role="status">
            {choice.announcement}
          </p>
          <BuyPanel item={item} showsAgents={false} description={<Description info={info} />} />
          <LazyShippingSummary name={name} product={product} isBesidePrice />
          <AdminProductSlot item={item} product={product} />
          <Origin {...origin} isOld={seenAt !== undefined} />
          <WatchItemSlot item={item} name={name} />
        </div>
        <ItemMeasurements product={product} />
      </div>
      <BuyBar item={item} {...(choice.price !== null && { price: { amount: choice.price, currency } })} />
    </>
  )
}

function RatingLink({ reviews }: Pick<KnownProductProps, 'reviews'>) {
  const average = computeAverageRating(reviews)
  return (
    <a className="product__rating" href="#reviews">
      {reviews.length === 0 ? (
        <span>No reviews yet</span>
      ) : (
        <>
          <span aria-hidden>
            <Stars rating={Number(average.toFixed(1))} />
          </span>
          <span>
            <span className="visually-hidden">Rated </span>
            <b>{average.toFixed(1)}</b> · {reviews.length} {reviews.length === 1 ? 'review' : 'reviews'}
          </span>
        </>
      )}
    </a>
  )
}

/** By shape and text; the color only helps. */
function Stock({ stock }: { stock: number | null }) {
  const [level, Icon] =
    stock === null
      ? (['unknown', Minus] as const)
      : stock > 0
        ? (['in', Check] as const)
        : (['out', CircleSlash] as const)
  return (
    <p className="product__stock" data-level={level}>
      <Icon className="icon icon--s" aria-hidden />
      <span className="tabular-nums">{formatStock(stock)}</span>
    </p>
  )
}

/** Our own catalogue is never stale, and a stale answer's age is shown beside the stock. */
function Origin({ source, fetchedAt, isOld }: KnownProductProps['origin'] & { isOld: boolean }) {
  const now = useNow()
  const words = formatOrigin(source)
  if (!words) return null
  const time = source === 'catalogue' || isOld ? null : fetchedAt
  return (
    <p className="product__origin">
      {words}
      {time && (
        <>
          ,{' '}
          <time dateTime={time} title={formatDate(time)}>
            {formatRelativeTime(time, now)}
          </time>
        </>
      )}
    </p>
  )
}

function LastSeen({ time }: { time: string }) {
  const now = useNow()
  return (
    <p className="product__seen">
      <Clock className="icon icon--s" aria-hidden />
      <span>
        Last seen{' '}
        <time dateTime={time} title={formatDate(time)}>
          {formatRelativeTime(time, now)}
        </time>
        . Price and stock may have changed.
      </span>
    </p>
  )
}
