import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import { deleteDraft, readDraft } from '#shared/web/drafts.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { useValidatedForm } from '#shared/web/validated-form.ts'
import type { Product, ProductsContract } from '../../contract.ts'
import {
  getChangedDetails,
  validateDimensions,
  validateShippingTime,
  validateWeight,
} from '../../detail-validation.ts'
import { productText } from '../../spec.ts'
import { productQueries } from './managed-products.ts'

const fieldNames = ['name', 'weight', 'shippingTime', 'dimensions'] as const

/** The form of one product in one version: what is typed stays until it is sent or dropped. */
export function useEditForm(product: Product, onSent: () => void) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const owner = useSession().user?.id
  const id = `edit-${product._id}-${product.version}`
  const present = toFormTexts(product)
  const [draft] = useState(() => readDraft({ form: id, owner }))
  const form = useValidatedForm({
    id,
    rules: {
      name: () => undefined,
      weight: validateWeight,
      shippingTime: validateShippingTime,
      dimensions: validateDimensions,
    },
    start: { ...present, ...draft },
    draft: { owner, names: fieldNames },
    submit: async (texts) => {
      await send<ProductsContract['updateProduct']>('PATCH /products/updateProduct', {
        query: { product_id: product._id },
        body: getChangedDetails(product, texts),
      })
      for (const queryKey of productQueries) void queryClient.invalidateQueries({ queryKey })
      toast.success(productText.updated)
      onSent()
      return 'done'
    },
    explain: (error) => ({ text: getErrorMessage(error, productText.changeFailed) }),
  })
  return {
    form,
    /** The fields were restored from a draft. */
    isRestored: fieldNames.some((name) => draft[name] !== undefined && draft[name] !== present[name]),
    drop: () => deleteDraft(id),
  }
}

function toFormTexts({ name, weight, shippingTime, dimensions }: Product) {
  const inText = (number: number | null) => (number === null ? '' : String(number))
  return { name, weight: inText(weight), shippingTime: inText(shippingTime), dimensions: dimensions ?? '' }
}
