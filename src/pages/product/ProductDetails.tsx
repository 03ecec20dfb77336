import { formatReviewCount } from '#features/reviews/web/ReviewSummary.tsx'
import type { ItemParams } from '#shared/marketplaces.ts'
import './ProductDetails.css'
import { Check, CircleSlash, Clock, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import type { InfoResult, Product } from '#features/products/contract.ts'
import { getStaleFetchedAt } from '#features/products/stale-info.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { Description } from '#features/products/web/details/Description.tsx'
import { ItemMeasurements } from '#features/products/web/details/ItemMeasurements.tsx'
import { VariantPicker } from '#features/products/web/details/VariantPicker.tsx'
import { Gallery } from '#features/products/web/gallery/Gallery.tsx'
import { ImagePlaceholder } from '#features/products/web/list/ImagePlaceholder.tsx'
import { findNewestDate } from '#features/qc-photos/photo-groups.ts'
import type { QcPhotos } from '#features/qc-photos/web/use-qc-photos.ts'
import type { Review } from '#features/reviews/contract.ts'
import { computeAverageRating } from '#features/reviews/rules.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import type { ProductInfo, Sku } from '#shared/items/product-info.ts'
import { formatChoice, formatStock, listPicturedNames } from '#shared/items/variant-selection.ts'
import { detectLanguage } from '#shared/language.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { QcBadge } from '#shared/web/ui/values/QcBadge.tsx'
import { Stars } from '#shared/web/ui/values/Stars.tsx'
import { AskForPhotos } from './AskForPhotos.tsx'
import { AdminProductSlot } from './admin/AdminProductSlot.tsx'
import { BuyBar, BuyPanel } from './BuyPanel.tsx'
import { buildGalleryFrames, findPairedIndex } from './gallery-frames.ts'
import { ItemLabel } from './ItemLabel.tsx'
import { PriceHistorySlot } from './price-history/PriceHistorySlot.tsx'
import type { MeasuredProduct } from './shipping/estimate-prefill.ts'
import { LazyShippingSummary } from './shipping/LazyShippingSummary.tsx'
import { countPhotosByName, useVariantSelection, type VariantSelection } from './use-variant-selection.ts'

type ProductDetailsProps = {
  item: ItemParams
  name: string
  info: ProductInfo
  product: Product | null
  measured: MeasuredProduct
  kind: ItemKind | null
  sku: Sku | undefined
  qc: QcPhotos
  reviews: Review[]
  /** The response with `info`, its source and its time. */
  infoResult: InfoResult
}

/** The page's main part for an item with information (§2 "Product detail screen"). */
export function ProductDetails(props: ProductDetailsProps) {
  const { item, name, info, product, measured, kind, sku, qc, infoResult, reviews } = props
  const choice = useVariantSelection(info, sku)
  const { currency } = info
  const { price } = choice
  const haulItem = createHaulItem(props, choice)
  const { priceYuan } = haulItem
  return (
    <>
      <div className="product">
        {choice.pictures.length > 0 ? (
          <ItemGallery
            name={name}
            pictures={choice.pictures}
            qc={qc}
            names={sku ? listPicturedNames(info, sku) : []}
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
            <div className="product__money">
              <VariantPrice price={price} lowestPrice={choice.lowestPrice} currency={currency}>
                <RatingLink reviews={reviews} />
              </VariantPrice>
              <LazyShippingSummary product={measured} kind={kind} price={priceYuan} />
            </div>
          </div>
          {qc.state === 'none' && <AskForPhotos item={item} name={name} />}
          <VariantPicker
            groups={choice.groups}
            countPhotos={(value) =>
              countPhotosByName(value, qc.items, qc.state === 'photos' || qc.state === 'none')
            }
            aside={choice.stock !== undefined && <Stock stock={choice.stock} />}
            onChoose={choice.choose}
          />
          <LastChecked infoResult={infoResult} />
          <p className="visually-hidden" role="status">
            {choice.announcement}
          </p>
          <BuyPanel item={item} name={name} haulItem={haulItem} price={priceYuan} />
          <div className="product__facts">
            <ItemMeasurements product={measured} />
            <Description info={info} />
          </div>
          <AdminProductSlot item={item} product={product} sourceLabel={infoResult.sourceLabel} />
          <PriceHistorySlot
            item={item}
            isOfLowest={new Set(info.skus.map((variant) => variant.price)).size > 1}
          />
        </div>
      </div>
      <BuyBar
        item={item}
        haulItem={haulItem}
        {...(price !== null && { price: { amount: price, currency } })}
      />
    </>
  )
}

/** The chosen variant as the haul stores it. */
function createHaulItem(
  { item, name, info, measured, kind, sku }: ProductDetailsProps,
  { price, groups, pictures }: VariantSelection,
) {
  return {
    ...item,
    name,
    priceYuan: info.currency === 'CNY' ? price : null,
    weight: measured?.weight ?? null,
    dimensions: measured?.dimensions ?? null,
    kind,
    sku: sku?.skuID || null,
    variant: sku ? formatChoice(groups) : '',
    picture: pictures[0] ?? '',
  }
}

type VariantPriceProps = Pick<VariantSelection, 'price' | 'lowestPrice'> & {
  currency: string
  children: ReactNode
}

/** The price of the chosen variant, the rating, and the lowest price of other variants. */
function VariantPrice({ price, lowestPrice, currency, children }: VariantPriceProps) {
  return (
    <div className="product__price">
      {price === null ? (
        <span className="muted">{productText.noPrice}</span>
      ) : (
        <span>
          <Price amount={price} currency={currency} />
          <span className="price__cur" aria-hidden>
            {currency}
          </span>
        </span>
      )}
      {children}
      {lowestPrice !== undefined && (
        <span className="product__lowest">
          Other variants from <Price amount={lowestPrice} currency={currency} />
        </span>
      )}
    </div>
  )
}

type ItemGalleryProps = { name: string; pictures: string[]; qc: QcPhotos; names: string[] }

function ItemGallery({ name, pictures, qc: { items, state }, names }: ItemGalleryProps) {
  const frames = buildGalleryFrames({ name, pictures, photos: items, chosen: names })
  return (
    <Gallery
      frames={frames}
      pairedIndex={findPairedIndex(frames)}
      hasNoQcPhotos={state === 'none'}
      badge={
        <a className="qc-link" href="#qc">
          <QcBadge count={items.length} newest={findNewestDate(items)} />
          <span className="visually-hidden">, to the QC photos</span>
        </a>
      }
    />
  )
}

function RatingLink({ reviews }: Pick<ProductDetailsProps, 'reviews'>) {
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
            <b>{average.toFixed(1)}</b>
            <span>{` · ${formatReviewCount(reviews.length)}`}</span>
          </span>
        </>
      )}
    </a>
  )
}

/** The stock as icon and text, so that it does not depend on color. */
function Stock({ stock }: { stock: number | null }) {
  const [level, Icon] =
    stock === null
      ? (['unknown', Minus] as const)
      : stock > 0
        ? (['in', Check] as const)
        : (['out', CircleSlash] as const)
  return (
    <span className="product__stock" data-level={level}>
      <Icon className="icon icon--s" aria-hidden />
      <span className="tabular-nums">{formatStock(stock)}</span>
    </span>
  )
}

/** The time of the last response of the source, when the information is stale. */
function LastChecked({ infoResult }: Pick<ProductDetailsProps, 'infoResult'>) {
  const now = useNow()
  const { source, fetchedAt } = infoResult
  if (source === 'reading' && fetchedAt)
    return (
      <p className="product__seen">{`Read by a member on ${formatDate(fetchedAt)}, seen by an admin.`}</p>
    )
  const time = getStaleFetchedAt(infoResult, now)
  if (!time) return null
  return (
    <p className="product__seen">
      <Clock className="icon icon--s" aria-hidden />
      <span>
        Last checked{' '}
        <time dateTime={time} title={formatDate(time)}>
          {formatRelativeTime(time, now)}
        </time>
        . Price and stock may have changed.
      </span>
    </p>
  )
}
