import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { LookSwitch } from '#features/visitor/web/look/LookSwitch.tsx'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Carousel } from '#shared/web/ui/images/Carousel.tsx'
import type { Product } from '../../contract.ts'
import { productText, trendingCarousel } from '../../texts-and-limits.ts'
import { CardSkeleton } from '../list/CardSkeleton.tsx'
import { ApproximatePrices } from '../list/PriceWithShipping.tsx'
import { ProductCard } from '../list/ProductCard.tsx'
import { trendingQuery } from '../queries.ts'
import './TrendingCarousel.css'

type TrendingCarouselProps = {
  /** Renders the second action of a card (§2). */
  action: (product: Product) => ReactElement
  /** The destination of the prices with shipping. */
  shipTo: { code: string; name: string } | undefined
  /** Renders the button on the picture of a card. */
  corner: (product: Product) => ReactElement
  /** Shown instead when no product is trending. */
  empty: ReactElement
}

/** The displayed width of a card per number of slides, for the attribute `sizes`. */
const sizes =
  '(max-width: 600px) calc(100vw - 96px), (max-width: 900px) 50vw, (max-width: 1200px) 33vw, (max-width: 1500px) 25vw, 260px'

/** §2 Home: the endless carousel 'Trending Products', which moves one slide at a time. */
export function TrendingCarousel({ action, corner, shipTo, empty }: TrendingCarouselProps) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({
    ...trendingQuery(send, shipTo?.code),
    placeholderData: (previous) => previous ?? queryClient.getQueryData(trendingQuery(send).queryKey),
  })
  if (data?.data.length) {
    return (
      <ApproximatePrices>
        <Carousel
          label={productText.trendingTitle}
          speedMs={trendingCarousel.speedMs}
          className="trending"
          head={(controls) => renderHead(controls)}
        >
          {data.data.map((product) => (
            <ProductCard
              key={product._id}
              product={product}
              country={product.landed ? shipTo?.name : undefined}
              action={action}
              corner={corner}
              sizes={sizes}
            />
          ))}
        </Carousel>
      </ApproximatePrices>
    )
  }
  return (
    <>
      {renderHead(null, data === undefined)}
      {data && empty}
      {!data && isError && !isFetching && <TrendingFailure onRetry={() => refetch()} />}
      {!data && (!isError || isFetching) && <SkeletonRow />}
    </>
  )
}

function renderHead(controls: ReactElement | null, hasSwitch = true) {
  return (
    <>
      <div className="section__head">
        <h2>{productText.trendingTitle}</h2>
        <a className="trending__all" href={paths.popular()}>
          <span>{`${productText.viewAll} `}</span>
          <ArrowRight className="icon icon--s" aria-hidden />
          <span className="visually-hidden">products</span>
        </a>
        {hasSwitch && <LookSwitch />}
        {controls}
      </div>
      <div className="section__rule ruler-ticks" aria-hidden />
    </>
  )
}

function TrendingFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="trending__failure" role="alert">
      <p>We couldn't load trending products.</p>
      <button type="button" className="btn" onClick={onRetry}>
        Try Again
      </button>
    </div>
  )
}

/** Six placeholder cards in their final size (§2). Narrow screens clip the last ones. */
function SkeletonRow() {
  const indexes = Array.from({ length: trendingCarousel.skeletons }, (_none, index) => index)
  return (
    <div className="carousel trending" aria-busy>
      <p className="visually-hidden" role="status">
        Loading trending products…
      </p>
      <div className="carousel__view" data-running="">
        <ul className="carousel__list" aria-hidden>
          {indexes.map((index) => (
            <li key={index} className="carousel__slide">
              <CardSkeleton />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
