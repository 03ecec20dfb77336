import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useMemo, useRef } from 'react'
import type { ParsedLink } from '#features/product-links/contract.ts'
import { dialogByCode } from '#features/product-links/texts-and-limits.ts'
import type { ApiClient } from '#shared/contract.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { storeNames } from '#shared/marketplaces.ts'
import { deleteDraft } from '#shared/web/drafts.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import {
  type FormFailure,
  type FormState,
  useValidatedForm,
  type ValidatedForm,
} from '#shared/web/validated-form.ts'
import { addProductText, pictureText } from '../../add-product-texts.ts'
import type { Product, ProductsContract } from '../../contract.ts'
import {
  normalizeGrams,
  normalizeWhole,
  validateDimensions,
  validateShippingTime,
  validateWeight,
} from '../../detail-validation.ts'
import { readPrice, toDraftFields, validatePrice, validateProductName } from '../../draft-validation.ts'
import { manageProductText } from '../../manage-texts.ts'
import { parsePictures } from '../../picture-list.ts'
import { productInfoQuery } from '../queries.ts'
import { resolveLinkLazily } from './use-linked-item.ts'

export type AddField = 'url' | 'name' | 'price' | 'pictures' | 'weight' | 'shippingTime' | 'dimensions'
export type AddForm = ValidatedForm<AddField> & { setPicturesWaiting: (isWaiting: boolean) => void }
type AddFormTexts = Record<AddField, string>

const savedFields = ['url', 'name', 'price', 'pictures', 'weight', 'shippingTime', 'dimensions'] as const

export type AddFormOptions = {
  id: string
  /** The link of the page's item; without it the admin enters a link. */
  link?: string
  onAdded: (product: Product) => void
}

/** The state of the form that adds a product (§5 Admin product form). */
export function useAddForm({ id, link, onAdded }: AddFormOptions): AddForm {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const owner = useSession().user?.id
  const arePicturesWaiting = useRef(false)
  const draft = useMemo(() => ({ owner, names: savedFields }), [owner])
  const form = useValidatedForm<AddField>({
    id,
    draft,
    start: link === undefined ? {} : { url: link },
    rules: {
      url: (text) => (text.trim() === '' ? addProductText.noUrl : undefined),
      name: validateProductName,
      price: validatePrice,
      pictures: () => (arePicturesWaiting.current ? pictureText.waiting : undefined),
      weight: validateWeight,
      shippingTime: validateShippingTime,
      dimensions: validateDimensions,
    },
    submit: async (texts) => {
      const product = await sendProduct(texts, { send, queryClient })
      toast.success(manageProductText.added)
      for (const name of ['getAllProduct', 'findProductById', 'productInfo', 'overview'])
        void queryClient.invalidateQueries({ queryKey: [name] })
      deleteDraft(id)
      onAdded(product)
      return 'done'
    },
    explain: toAddFormError,
  })
  return {
    ...form,
    state: useLinkCheck(form, send),
    /** Blocks submitting while pictures are uploaded. */
    setPicturesWaiting: useCallback((isWaiting: boolean) => {
      arePicturesWaiting.current = isWaiting
    }, []),
  }
}

type SendProductDeps = { send: ApiClient; queryClient: QueryClient }

async function sendProduct(texts: AddFormTexts, { send, queryClient }: SendProductDeps): Promise<Product> {
  const link = await resolveLinkLazily(send, texts.url)
  if (!link.ok) throw new Error('The form was submitted with a link that leads to no item.')
  const { data } = await send<ProductsContract['addProduct']>('POST /products/addProduct', {
    body: toRequestBody(texts, link, readFetchedPictures(link, { send, queryClient })),
  })
  return data
}

/** The source's pictures as the field's text. Pictures that equal it are not sent, so that they stay the source's. */
function readFetchedPictures({ shopType, id }: ParsedLink, { send, queryClient }: SendProductDeps): string {
  const { queryKey } = productInfoQuery(send, { shopType, productCode: id })
  const info = queryClient.getQueryData(queryKey)?.data.productInfo
  return info ? toDraftFields(info).pictures : ''
}

/** Builds the request body. Empty optional fields are not sent (§5), and pictures only when the admin changed them. */
function toRequestBody(texts: AddFormTexts, { shopType, id }: ParsedLink, fetchedPictures: string) {
  const pictures = parsePictures(texts.pictures)
  const [thumbnailImg] = pictures
  const weight = normalizeGrams(texts.weight)
  const shippingTime = normalizeWhole(texts.shippingTime)
  const dimensions = texts.dimensions.trim()
  return {
    name: texts.name.trim(),
    price: readPrice(texts.price),
    storeName: storeNames[shopType],
    productCode: id,
    ...(thumbnailImg && { thumbnailImg }),
    ...(texts.pictures !== fetchedPictures && { pictures }),
    ...(weight && { weight: Number(weight) }),
    ...(shippingTime && { shippingTime: Number(shippingTime) }),
    ...(dimensions && { dimensions }),
  }
}

function toAddFormError(error: unknown): FormFailure {
  const text = getErrorMessage(error)
  return isRequestError(error) ? { text } : { text, help: 'Check your connection and try again.' }
}

/** Checks the link before the form is submitted. When it leads to no item, a dialog of §5 is shown instead. */
function useLinkCheck(form: ValidatedForm<AddField>, send: ApiClient): FormState {
  const isChecking = useRef(false)

  async function checkLink(event: SubmitEvent<HTMLFormElement>) {
    const text = form.getText('url')
    const link = text.trim() === '' ? undefined : await resolveLinkLazily(send, text)
    if (!link || link.ok) return form.state.handleSubmit(event)
    const isNoUrl = dialogByCode[link.code] === 'format'
    await showAlert({
      title: isNoUrl ? addProductText.wrongUrlTitle : addProductText.noItemTitle,
      text: isNoUrl ? addProductText.wrongUrl : addProductText.noItem,
      help: link.reason,
      actions: [{ label: 'Edit link', run: () => focusUrlField(form.state.id) }],
    })
  }

  return {
    ...form.state,
    handleSubmit(event) {
      event.preventDefault()
      event.stopPropagation()
      if (isChecking.current) return
      isChecking.current = true
      checkLink(event)
        .catch(() => toast.error("We couldn't read this link. Check your connection and try again."))
        .finally(() => {
          isChecking.current = false
        })
    },
  }
}

function focusUrlField(formId: string): void {
  const box = document.getElementById(`${formId}-url`)
  if (!(box instanceof HTMLInputElement)) return
  box.focus()
  box.select()
}
