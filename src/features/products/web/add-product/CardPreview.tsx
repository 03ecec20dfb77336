import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { qcPhotosQuery } from '#features/qc-photos/web/queries.ts'
import { averageOf } from '#features/reviews/rules.ts'
import { reviewsQuery } from '#features/reviews/web/queries.ts'
import { storeNames } from '#shared/shops.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { useFormValues } from '#shared/web/form-values.ts'
import { Preview } from '#shared/web/ui/PreviewedForm.tsx'
import type { Product } from '../../contract.ts'
import { validatePrice } from '../../draft-validation.ts'
import { ProductCard } from '../ProductCard.tsx'
import { catalogueSizeQuery, type ItemKey } from '../queries.ts'
import type { AddForm } from './add-form.ts'
import './CardPreview.css'

type CardPreviewProps = {
  form: AddForm
  item: ItemKey | undefined
  /** The second act of a card (§2). */
  action: (item: ItemKey) => ReactNode
}

/** The real card with what is in the form; it cannot be pressed, as that would leave the form. */
export function CardPreview({ form, item, action }: CardPreviewProps) {
  const total = useQuery(catalogueSizeQuery(useApiClient())).data?.total
  return (
    <Preview
      note={
        total === undefined
          ? 'Goes to the end of the list.'
          : `Goes to the end of the list, position ${total + 1}. QC photos come by themselves.`
      }
    >
      <div className="card-preview" inert>
        {item ? (
          <Card form={form} item={item} action={action(item)} />
        ) : (
          <p className="card-preview__blank">The card is drawn as soon as there is a link.</p>
        )}
      </div>
    </Preview>
  )
}

function Card({
  form,
  item,
  action,
}: Omit<CardPreviewProps, 'item' | 'action'> & { item: ItemKey; action: ReactNode }) {
  const [name, price, thumbnailImg] = useFormValues(form, ['name', 'price', 'thumbnailImg'])
  const known = useKnown(item)
  const product: Product = {
    ...blank,
    ...known,
    name: name.trim() || 'no name yet',
    price: validatePrice(price) ? 0 : Number(price),
    thumbnailImg,
    shopType: item.shopType,
    storeName: storeNames[item.shopType],
    productCode: item.productCode,
  }
  return <ProductCard product={product} action={action} sizes="288px" />
}

const blank = {
  _id: 'preview',
  weight: null,
  shippingTime: null,
  dimensions: null,
  onTrend: false,
  serial: 0,
  totalView: 0,
  version: 1,
}

/** Photos and reviews that an item has before it is in the list. */
function useKnown({ shopType, productCode }: ItemKey) {
  const send = useApiClient()
  const key = { shopType, id: productCode }
  const photos = useQuery(qcPhotosQuery(send, key)).data?.data.items ?? []
  const reviews = useQuery(reviewsQuery(send, key)).data?.data ?? []
  const average = averageOf(reviews)
  const days = photos.flatMap(({ takenAt }) => takenAt ?? []).toSorted()
  return {
    avgRetting: average,
    avgRating: average,
    totalReview: reviews.length,
    qcCount: photos.length,
    qcNewest: days.at(-1) ?? null,
  }
}
