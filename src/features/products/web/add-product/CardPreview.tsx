import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { type ItemParams, storeNames } from '#shared/marketplaces.ts'
import { useFormValues } from '#shared/web/form-values.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Preview } from '#shared/web/ui/forms/PreviewedForm.tsx'
import type { Product } from '../../contract.ts'
import { readPrice, validatePrice } from '../../draft-validation.ts'
import { parsePictures } from '../../picture-list.ts'
import { catalogueSizeQuery } from '../queries.ts'
import type { AddForm } from './add-form.ts'
import './CardPreview.css'

type CardPreviewProps = {
  form: AddForm
  item: ItemParams | undefined
  /** Its position when it is already in the list. */
  serial?: number | undefined
  /** Renders the card of a product. */
  card: (product: Product) => ReactElement
}

/** The card with the values of the form. It is inert, because a press would leave the form. */
export function CardPreview({ form, item, serial, card }: CardPreviewProps) {
  const total = useQuery(catalogueSizeQuery(useApiClient())).data?.total
  return (
    <Preview
      note={serial === undefined ? describeNewPosition(total) : `Already in the list, at number ${serial}.`}
    >
      <div className="card-preview" inert>
        {item ? (
          <DraftCard form={form} item={item} card={card} />
        ) : (
          <p className="card-preview__blank">Paste a link to see the card.</p>
        )}
      </div>
    </Preview>
  )
}

function describeNewPosition(total: number | undefined): string {
  if (total === undefined) return 'Will be at the end of the list.'
  return `Will be number ${total + 1}, at the end of the list. QC photos appear once a source has some.`
}

function DraftCard({ form, item, card }: CardPreviewProps & { item: ItemParams }) {
  const [name, price, pictures] = useFormValues(form, ['name', 'price', 'pictures'])
  const priceYuan = validatePrice(price) ? 0 : readPrice(price)
  const thumbnailImg = parsePictures(pictures)[0] ?? ''
  return card({
    ...blankProduct,
    name: name.trim() || 'no name yet',
    price: priceYuan,
    thumbnailImg,
    shown: { skuId: null, name: '', pictured: '', price: priceYuan, image: thumbnailImg },
    shopType: item.shopType,
    storeName: storeNames[item.shopType],
    productCode: item.productCode,
  })
}

const blankProduct = {
  _id: 'preview',
  weight: null,
  shippingTime: null,
  dimensions: null,
  onTrend: false,
  serial: 0,
  totalView: 0,
  avgRetting: 0,
  avgRating: 0,
  totalReview: 0,
  qcCount: 0,
  qcNewest: null,
  qcImage: null,
  qcVariant: null,
  kind: null,
  ownKind: null,
  version: 1,
}
