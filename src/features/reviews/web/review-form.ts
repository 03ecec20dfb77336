import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { failures, getErrorMessage, isRequestError } from '#shared/failure.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { deleteDraft, saveDraft } from '#shared/web/drafts.ts'
import { saveReturnPath } from '#shared/web/navigation/return-path.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { ReviewsContract } from '../contract.ts'
import { reviewText } from '../spec.ts'
import { findMissingField, type ReviewFormValues, readForm } from './review-form-values.ts'
import { toDraftTexts, useReviewDraft } from './use-review-draft.ts'

/** The reviewed item; name and image count where the server knows nothing about it. */
export type ReviewSubject = {
  item: { shopType: ShopType; productCode: string }
  name: string
  picture: string | undefined
}
/** Without `field` it is the server's error, and a toast has shown it. */
export type ReviewFormFault = { text: string; missing?: 'rating' | 'comment' }

/** The anchor of the form, to which a login returns. */
export const reviewFormAnchor = 'add-review'

/** The review form's state. What is written stays in its inputs, so that typing before the script is there counts. */
export function useReviewForm(subject: ReviewSubject, form: RefObject<HTMLFormElement | null>) {
  const send = useApiClient()
  const { user } = useSession()
  const [fault, setFault] = useState<ReviewFormFault>()
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const draft = { form: getDraftName(subject.item), owner: user?.id }

  async function post(element: HTMLFormElement, review: ReviewFormValues) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFault(undefined)
    const text = await postReview(send, subject, review)
    isUnderWay.current = false
    setBusy(false)
    if (text !== undefined) {
      toast.error(text)
      return setFault({ text })
    }
    toast.success(reviewText.submitted)
    deleteDraft(draft.form)
    element.reset()
  }

  useResetOnUserChange(form, user?.id)
  const cancelKept = useReviewDraft({ form, draft, post })

  return {
    fault,
    isBusy,
    handleInput(element: HTMLFormElement) {
      cancelKept()
      const written = readForm(element)
      saveDraft(draft, toDraftTexts(written))
      if (fault && !findMissingField(written)) setFault(undefined)
    },
    handleSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      const element = event.currentTarget
      cancelKept()
      if (user?.role !== 'user') return element.querySelector('a')?.focus()
      const review = readForm(element)
      const missing = findMissingField(review)
      if (!missing) return void post(element, review)
      setFault({ text: reviewText.incomplete, missing })
      element.querySelector<HTMLElement>(missing === 'rating' ? 'input' : 'textarea')?.focus()
    },
    /** The login returns here; a complete review is then sent. */
    handleLogin() {
      const { pathname, search } = location
      const isReady = form.current && !findMissingField(readForm(form.current))
      const { name, picture } = subject
      saveReturnPath(`${pathname}${search}#${reviewFormAnchor}`, isReady ? 'review' : undefined, {
        act: 'review',
        name,
        picture,
      })
    },
  }
}

function getDraftName({ shopType, productCode }: ReviewSubject['item']): string {
  return `review ${shopType} ${productCode}`
}

/** Resolves to the error message when it failed (§8). */
async function postReview(
  send: ApiClient,
  subject: ReviewSubject,
  written: ReviewFormValues,
): Promise<string | undefined> {
  const { item, name, picture = '' } = subject
  const body = {
    store_name: item.shopType,
    product_code: item.productCode,
    productName: name,
    product_img: picture,
    ...written,
  }
  try {
    await send<ReviewsContract['postReview']>('POST /review/postReview', { body })
    return undefined
  } catch (error) {
    if (!isRequestError(error)) return reviewText.failed
    const [wrong] = error.errors ?? []
    if (wrong) return wrong.message
    return error.status < 400 ? failures.general.message : getErrorMessage(error, reviewText.failed)
  }
}

/** What one person typed is not left to the next. */
function useResetOnUserChange(form: RefObject<HTMLFormElement | null>, person: string | undefined): void {
  const before = useRef(person)
  useEffect(() => {
    if (before.current !== undefined && before.current !== person) form.current?.reset()
    before.current = person
  }, [form, person])
}
