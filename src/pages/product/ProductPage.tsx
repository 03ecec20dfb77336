import './ProductPage.css'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { toListedProduct } from '#features/haul/listed-product.ts'
import {
  describeCard,
  findShownPrice,
  getCardFacts,
  getCardPath,
  getItemName,
} from '#features/inspection-card/card-facts.ts'
import { cardShapes } from '#features/inspection-card/texts-and-limits.ts'
import { describeUnknownHost, parseUnknownHost } from '#features/product-links/web/unknown-host.ts'
import type { InfoResult } from '#features/products/contract.ts'
import { parseItemParams } from '#features/products/item-params.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { countView, productInfoQuery, productQuery } from '#features/products/web/queries.ts'
import { useQcPhotos } from '#features/qc-photos/web/use-qc-photos.ts'
import type { ItemReading } from '#features/readings/contract.ts'
import { readingQuery } from '#features/readings/web/queries.ts'
import { reviewsQuery } from '#features/reviews/web/queries.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { listPicturedNames } from '#shared/items/variant-selection.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useParams, useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ItemSections } from './ItemSections.tsx'
import { LoadingItem } from './LoadingItem.tsx'
import { ProductDetails } from './ProductDetails.tsx'
import { toMeasuredProduct } from './shipping/estimate-prefill.ts'
import { useChosenSku } from './use-variant-selection.ts'

const loadUnknownItem = () => import('./unknown/UnknownItem.tsx')

/** Lazy, because items with information need none of it. */
const UnknownItem = import.meta.env.SSR
  ? (await loadUnknownItem()).UnknownItem
  : lazy(async () => ({ default: (await loadUnknownItem()).UnknownItem }))

/** The product page (§2 "Product detail screen") of any valid item. */
export default function ProductPage() {
  const params = useParams()
  const item = parseItemParams(params)
  const host = parseUnknownHost(useSearchParams())
  return (
    <div className="wrap">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <a href={paths.popular()}>
          <ArrowLeft className="icon icon--s" aria-hidden />
          Popular
        </a>
      </nav>
      {host && <p className="product__stranger">{describeUnknownHost(host)}</p>}
      {item ? <ItemPage key={`${item.shopType} ${item.productCode}`} item={item} /> : <NoItemPage />}
    </div>
  )
}

function ItemPage({ item }: { item: ItemParams }) {
  const send = useApiClient()
  const key = { shopType: item.shopType, id: item.productCode }
  const product = useSuspenseQuery(productQuery(send, item)).data.data
  const reviews = useSuspenseQuery(reviewsQuery(send, key)).data.data
  const { data, isError, isFetching, refetch } = useQuery(productInfoQuery(send, item))
  const qc = useQcPhotos(key)
  useCountedView(item)
  useHandedHints(item)
  const infoResult = data?.data
  const info = infoResult?.productInfo
  const sku = useChosenSku(infoResult)
  const name = getItemName({ item, product, info })
  // Link previews of chats read the server's HTML only.
  const card = import.meta.env.SSR ? getCardFacts({ item, product, infoResult, qc: qc.items }) : undefined
  const unknown = info ? undefined : getUnknownState(infoResult, isError)
  const reading = useShownReading(item, unknown !== undefined && unknown !== 'not-found' && !product)
  const kind = (product ?? infoResult)?.kind ?? reading?.kind ?? null
  const measured = useMemo(() => toMeasuredProduct(product, reading ?? info), [product, reading, info])
  const shared = { item, name, product, measured, kind }
  const loading = <LoadingItem item={item} name={name} />
  return (
    <>
      <PageHead
        title={infoResult?.state === 'not-found' ? productText.notFound : name}
        description={describeItem({ item, name, qc, reviews }, infoResult)}
        path={paths.product(item.shopType, item.productCode)}
        image={card && getCardPath(card, 'wide')}
        imageAlt={card && describeCard(card)}
        imageSize={cardShapes.wide}
        isIndexed={infoResult?.state === 'known'}
      />
      {infoResult && info ? (
        <ProductDetails {...shared} reviews={reviews} info={info} sku={sku} qc={qc} infoResult={infoResult} />
      ) : (
        <Suspense fallback={loading}>
          {unknown ? (
            <UnknownItem
              {...shared}
              listed={product && toListedProduct(product)}
              reading={reading}
              state={unknown}
              isBusy={isFetching}
              onRetry={() => refetch()}
            />
          ) : (
            loading
          )}
        </Suspense>
      )}
      {/* The same element with and without information, so that typed text is kept when the information arrives. */}
      <ItemSections
        qc={qc}
        reviews={reviews}
        subject={{ item, name, picture: info?.imgList[0] ?? product?.thumbnailImg }}
        info={info}
        chosen={info && sku ? listPicturedNames(info, sku) : []}
        product={measured}
        kind={kind}
        isUnknown={unknown !== undefined}
      />
    </>
  )
}

/** What a member read of the item, for one of which nothing better is known. */
function useShownReading(item: ItemParams, isAsked: boolean): ItemReading | undefined {
  const { data } = useQuery({ ...readingQuery(useApiClient(), item), enabled: isAsked })
  return isAsked ? data?.data[0] : undefined
}

function NoItemPage() {
  return (
    <>
      <PageHead title={productText.notFound} description={productText.notFoundHint} isIndexed={false} />
      <Suspense>
        <UnknownItem item={null} />
      </Suspense>
    </>
  )
}

/** Reports the view from the browser, once after the page is rendered, because the page may come from a cache. */
function useCountedView({ shopType, productCode }: ItemParams): void {
  const send = useApiClient()
  useEffect(() => {
    void countView(send, { shopType, productCode })
  }, [send, shopType, productCode])
}

/** Takes over what the pasted link said, after `/go`. The text is `hintsFragment`, whose module loads only then. */
function useHandedHints(item: ItemParams): void {
  useEffect(() => {
    if (!location.hash.startsWith('#hints&')) return
    void import('#features/product-links/web/use-stored-hints.ts').then((module) =>
      module.takeHintsFromAddress(item),
    )
  }, [item])
}

/** The state without information: undefined before the first response; unavailable when the request failed. */
function getUnknownState(infoResult: InfoResult | undefined, isError: boolean) {
  if (!infoResult) return isError ? 'unavailable' : undefined
  return infoResult.state === 'known' ? 'unavailable' : infoResult.state
}

type DescribedItem = { item: ItemParams; name: string; qc: { items: unknown[] }; reviews: unknown[] }

function describeItem(
  { item, name, qc, reviews }: DescribedItem,
  infoResult: InfoResult | undefined,
): string {
  const price = findShownPrice(infoResult)
  const details = [
    ...(price ? [`${getCurrencySign(price.currency)}${formatYuan(price.amount)}`] : []),
    `from ${marketplaceLabels[item.shopType]}`,
    formatCount(qc.items.length, 'QC photo'),
    formatCount(reviews.length, 'review'),
  ]
  return `${name}: ${details.join(', ')}. See the QC photos, then buy with your agent.`
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
