import { useQuery } from '@tanstack/react-query'
import { BuyButton } from '#features/agents/web/BuyButton.tsx'
import type { Product } from '#features/products/contract.ts'
import { ProductCard } from '#features/products/web/list/ProductCard.tsx'
import { qcPhotosQuery } from '#features/qc-photos/web/queries.ts'
import { computeAverageRating } from '#features/reviews/rules.ts'
import { reviewsQuery } from '#features/reviews/web/queries.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

/** The card of a product that is not in the list yet, with its item's existing photos and reviews. */
export function DraftCard({ product }: { product: Product }) {
  return (
    <ProductCard product={{ ...product, ...useFigures(product) }} action={renderBuyButton} sizes="288px" />
  )
}

function renderBuyButton({ shopType, productCode }: Product) {
  return <BuyButton shopType={shopType} productCode={productCode} variant="quiet" />
}

function useFigures({ shopType, productCode }: ItemParams) {
  const send = useApiClient()
  const key = { shopType, id: productCode }
  const photos = useQuery(qcPhotosQuery(send, key)).data?.data.items ?? []
  const reviews = useQuery(reviewsQuery(send, key)).data?.data ?? []
  const average = computeAverageRating(reviews)
  const days = photos.flatMap(({ takenAt }) => takenAt ?? []).toSorted()
  return {
    avgRetting: average,
    avgRating: average,
    totalReview: reviews.length,
    qcCount: photos.length,
    qcNewest: days.at(-1) ?? null,
    qcImage: photos[0]?.url ?? null,
  }
}
