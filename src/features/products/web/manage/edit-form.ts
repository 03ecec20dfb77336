import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { findOwnKind } from '#features/freight/kinds/kind.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { deleteDraft, readDraft, readDraftTime } from '#shared/web/drafts.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import { pictureText } from '../../add-product-texts.ts'
import type { Product, ProductChange, ProductsContract } from '../../contract.ts'
import {
  type DetailTexts,
  normalizeGrams,
  normalizeWhole,
  validateDimensions,
  validateShippingTime,
  validateWeight,
} from '../../detail-validation.ts'
import { formatDraftPrice, readPrice, validatePrice } from '../../draft-validation.ts'
import { manageProductText } from '../../manage-texts.ts'
import { formatPictures, parsePictures } from '../../picture-list.ts'
import { productQueries } from './managed-products.ts'

const fieldLabels = {
  pictures: 'Photos',
  name: 'Name',
  price: 'Price',
  weight: 'Weight',
  shippingTime: 'Shipping time',
  dimensions: 'Dimensions',
  ownKind: 'Kind of goods',
} as const
type EditField = keyof typeof fieldLabels
const fieldNames = Object.keys(fieldLabels) as EditField[] // Object.keys returns string[]

/** A product with the URLs of its pictures. */
export type EditedProduct = { product: Product; pictures: readonly string[] }

/** The form of one version of a product. Its input is stored as a draft until it is sent or discarded. */
export function useEditForm({ product, pictures }: EditedProduct, onSent: () => void) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const owner = useSession().user?.id
  const id = `edit-${product._id}-${product.version}`
  const current = toFormTexts({ product, pictures })
  const [{ draft, savedAt }] = useState(() => {
    const key = { form: id, owner }
    return { draft: readDraft(key), savedAt: readDraftTime(key) }
  })
  const arePicturesPending = useRef(false)
  const form = useValidatedForm<EditField>({
    id,
    rules: {
      pictures: () => (arePicturesPending.current ? pictureText.waiting : undefined),
      name: () => undefined,
      price: validatePrice,
      weight: validateWeight,
      shippingTime: validateShippingTime,
      dimensions: validateDimensions,
      ownKind: () => undefined,
    },
    start: { ...current, ...draft },
    draft: { owner, names: fieldNames },
    submit: async (texts) => {
      await send<ProductsContract['updateProduct']>('PATCH /products/updateProduct', {
        query: { product_id: product._id },
        body: {
          ...getChangedDetails(product, texts),
          ...(texts.ownKind !== current.ownKind && { ownKind: findOwnKind(texts.ownKind) }),
          ...(texts.price !== current.price && { price: readPrice(texts.price) }),
          ...(texts.pictures !== current.pictures && { pictures: parsePictures(texts.pictures) }),
        },
      })
      for (const queryKey of productQueries) void queryClient.invalidateQueries({ queryKey })
      toast.success(manageProductText.updated)
      onSent()
      return 'done'
    },
    explain: (error) => ({ text: getErrorMessage(error, manageProductText.changeFailed) }),
  })
  const changed = fieldNames.filter((name) => draft[name] !== undefined && draft[name] !== current[name])
  return {
    form,
    /** The stored draft from which fields were restored. */
    restored: changed.length > 0 && { savedAt, fields: changed.map((name) => fieldLabels[name]) },
    drop: () => deleteDraft(id),
    /** Blocks submitting while pictures are uploaded. */
    setPicturesPending: useCallback((isPending: boolean) => {
      arePicturesPending.current = isPending
    }, []),
  }
}

function toFormTexts({ product, pictures }: EditedProduct): Record<EditField, string> {
  const { name, price, weight, shippingTime, dimensions, ownKind } = product
  const toText = (number: number | null) => (number === null ? '' : String(number))
  return {
    pictures: formatPictures(pictures),
    name,
    price: formatDraftPrice(price),
    weight: toText(weight),
    shippingTime: toText(shippingTime),
    dimensions: dimensions ?? '',
    ownKind: ownKind ?? '',
  }
}

type ProductDetails = Pick<Product, 'name' | 'weight' | 'shippingTime' | 'dimensions' | 'version'>

/** The fields to send (§5): those that are not empty. A field whose value was cleared is sent as null. */
export function getChangedDetails(
  current: ProductDetails,
  typed: DetailTexts & { name: string },
): ProductChange {
  const name = typed.name.trim()
  const weight = normalizeGrams(typed.weight)
  const shippingTime = normalizeWhole(typed.shippingTime)
  const dimensions = typed.dimensions.trim()
  return {
    ...(name !== '' && { name }),
    ...toSentField('weight', weight === '' ? null : Number(weight), current.weight),
    ...toSentField('shippingTime', shippingTime === '' ? null : Number(shippingTime), current.shippingTime),
    ...toSentField('dimensions', dimensions || null, current.dimensions),
    version: current.version,
  }
}

function toSentField<K extends string, V>(
  name: K,
  value: V | null,
  current: V | null,
): { [N in K]?: V | null } {
  const isOmitted = value === null && current === null
  return isOmitted ? {} : ({ [name]: value } as { [N in K]?: V | null }) // TypeScript types a computed key as string
}
