import './ProductPage.css'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import {
  describeCard,
  findShownPrice,
  getCardFacts,
  getCardPath,
  getItemName,
} from '#features/inspection-card/card-facts.ts'
import { cardShapes } from '#features/inspection-card/spec.ts'
import { describeUnknownHost, parseUnknownHost } from '#features/product-links/web/unknown-host.ts'
import type { InfoAnswer } from '#features/products/contract.ts'
import { parseItemParams } from '#features/products/item-params.ts'
import { productText } from '#features/products/spec.ts'
import { listPicturedNames } from '#features/products/variants.ts'
import { countView, productInfoQuery, productQuery } from '#features/products/web/queries.ts'
import { useQcPhotos } from '#features/qc-photos/web/use-qc-photos.ts'
import { reviewsQuery } from '#features/reviews/web/queries.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useParams, useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ItemSections } from './ItemSections.tsx'
import { KnownProduct } from './KnownProduct.tsx'
import { NoProduct, UnknownProduct, type UnknownState } from './UnknownProduct.tsx'
import { useChosenSku } from './variant-selection.ts'

/** §2 "Product detail screen", for any item that a URL can name. */
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
  const answer = data?.data
  const info = answer?.productInfo
  const sku = useChosenSku(answer)
  const name = getItemName({ item, product, info })
  // What chats read is in the server's answer alone.
  const card = import.meta.env.SSR
    ? getCardFacts({ item, product, infoResult: answer, qc: qc.items })
    : undefined
  const shared = { item, name, product }
  return (
    <>
      <PageHead
        title={answer?.state === 'not-found' ? productText.notFound : name}
        description={describeItem({ item, name, qc, reviews }, answer)}
        path={paths.product(item.shopType, item.productCode)}
        image={card && getCardPath(card, 'wide')}
        imageAlt={card && describeCard(card)}
        imageSize={cardShapes.wide}
        isIndexed={answer?.state === 'known'}
      />
      {answer && info ? (
        <KnownProduct {...shared} reviews={reviews} info={info} sku={sku} qc={qc} answer={answer} />
      ) : (
        <UnknownProduct
          {...shared}
          state={getUnknownState(answer, isError)}
          isBusy={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {/* The same element whether the item becomes known or not, so that nothing typed here is lost. */}
      <ItemSections
        qc={qc}
        reviews={reviews}
        subject={{ item, name, picture: info?.imgList[0] ?? product?.thumbnailImg }}
        info={info}
        chosen={info && sku ? listPicturedNames(info, sku) : []}
        product={product}
      />
    </>
  )
}

function NoItemPage() {
  return (
    <>
      <PageHead title={productText.notFound} description={productText.notFoundHint} isIndexed={false} />
      <NoProduct />
    </>
  )
}

/** The page may come from a cache, so the browser reports the view, once and after it is shown. */
function useCountedView({ shopType, productCode }: ItemParams): void {
  const send = useApiClient()
  useEffect(() => {
    void countView(send, { shopType, productCode })
  }, [send, shopType, productCode])
}

/** Without an answer the page is loading; a failed one counts as a source that failed. */
function getUnknownState(answer: InfoAnswer | undefined, isError: boolean): UnknownState {
  if (!answer) return isError ? 'unavailable' : 'loading'
  return answer.state === 'known' ? 'unavailable' : answer.state
}

type DescribedItem = { item: ItemParams; name: string; qc: { items: unknown[] }; reviews: unknown[] }

function describeItem({ item, name, qc, reviews }: DescribedItem, answer: InfoAnswer | undefined): string {
  const price = findShownPrice(answer)
  const facts = [
    ...(price ? [`${getCurrencySign(price.currency)}${formatYuan(price.amount)}`] : []),
    `from ${marketplaceLabels[item.shopType]}`,
    formatCount(qc.items.length, 'QC photo'),
    formatCount(reviews.length, 'review'),
  ]
  return `${name}: ${facts.join(', ')}. See the QC photos, then buy with your agent.`
}

function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
