import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { findBlockedReason, usePhotoQueue } from '#features/member-photos/web/use-photo-queue.ts'
import type { ApiClient } from '#shared/contract.ts'
import { failures, getErrorMessage, isRequestError } from '#shared/failure.ts'
import { deleteDraft, saveDraft } from '#shared/web/drafts.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { OwnReview, ReviewDraft, ReviewsContract } from '../../contract.ts'
import { reviewLimits, reviewText } from '../../texts-and-limits.ts'
import { ownReviewId, type ReviewSubject } from '../review-subject.ts'
import { fillForm, findMissingField, readForm } from './review-form-values.ts'
import { toDraftTexts, useReviewDraft } from './use-review-draft.ts'

/** Without `missing` it is the server's error, also shown as a toast. */
export type ReviewFormFault = { text: string; missingField?: 'rating' | 'comment' }

type ReviewFormOptions = {
  subject: ReviewSubject
  edited: OwnReview | undefined
  onDone: (result: { isSent: boolean }) => void
}

/** The review form's state. Text and rating stay in their inputs. */
export function useReviewForm(
  { subject, edited, onDone }: ReviewFormOptions,
  form: RefObject<HTMLFormElement | null>,
) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const { user } = useSession()
  const [fault, setFault] = useState<ReviewFormFault>()
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const photos = usePhotoQueue({ isSending: isBusy, maxCount: reviewLimits.photos })
  const draft = { form: getDraftName(subject.item), owner: user?.id }
  useReviewDraft(form, draft)
  useEditedReview(form, edited, photos.queue)

  function reset() {
    deleteDraft(draft.form)
    form.current?.reset()
    setFault(undefined)
  }

  async function post(element: HTMLFormElement) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFault(undefined)
    const ids = photos.photos.flatMap(({ id }) => id ?? [])
    const { isWithQc, ...values } = readForm(element)
    const text = await postReview(send, subject, {
      ...values,
      photos: ids,
      showWithQc: isWithQc && ids.length > 0,
    })
    isUnderWay.current = false
    setBusy(false)
    // Also after a lost response: the server may have stored the review.
    void queryClient.invalidateQueries({ queryKey: ['myReviews'] })
    if (text !== undefined) {
      toast.error(text)
      return setFault({ text })
    }
    toast.success(reviewText.submitted)
    photos.queue.clear()
    reset()
    onDone({ isSent: true })
  }

  return {
    fault,
    isBusy,
    photos,
    /** Why Submit is disabled. */
    reason: isBusy ? 'Submitting…' : findBlockedReason(photos.photos),
    /** Cancels editing. */
    cancel() {
      photos.queue.abandon()
      reset()
      onDone({ isSent: false })
      document.getElementById(ownReviewId)?.focus()
    },
    handleInput(element: HTMLFormElement) {
      const values = readForm(element)
      saveDraft(draft, toDraftTexts(values))
      if (fault && !findMissingField(values)) setFault(undefined)
    },
    handleSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      const element = event.currentTarget
      if (findBlockedReason(photos.photos)) return
      const missingField = findMissingField(readForm(element))
      if (!missingField) return void post(element)
      setFault({ text: reviewText.incomplete, missingField })
      element.querySelector<HTMLElement>(missingField === 'rating' ? 'input' : 'textarea')?.focus()
    },
  }
}

/** Replaces the input with the review to edit. */
function useEditedReview(
  form: RefObject<HTMLFormElement | null>,
  edited: OwnReview | undefined,
  queue: ReturnType<typeof usePhotoQueue>['queue'],
): void {
  const startEditing = useEffectEvent((element: HTMLFormElement, review: OwnReview) => {
    const { comment, rating, photos, photoIds, showWithQc } = review
    // Without photos the author did not decide: checked by default.
    fillForm(element, { comment, rating, isWithQc: showWithQc || photos.length === 0 })
    queue.fill(
      photoIds.map((id, index) => ({ id, url: photos[index] ?? '', name: `Your photo ${index + 1}` })),
    )
    element.querySelector('textarea')?.focus()
    element.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (form.current && edited) startEditing(form.current, edited)
  }, [form, edited])
}

function getDraftName({ shopType, productCode }: ReviewSubject['item']): string {
  return `review ${shopType} ${productCode}`
}

type WrittenReview = Pick<ReviewDraft, 'comment' | 'rating' | 'photos' | 'showWithQc'>

/** Resolves to the error message when it failed (§8). */
async function postReview(
  send: ApiClient,
  subject: ReviewSubject,
  values: WrittenReview,
): Promise<string | undefined> {
  const { item, name, picture = '' } = subject
  const body = {
    store_name: item.shopType,
    product_code: item.productCode,
    productName: name,
    product_img: picture,
    ...values,
  }
  try {
    await send<ReviewsContract['postReview']>('POST /review/postReview', { body })
    return undefined
  } catch (error) {
    if (!isRequestError(error)) return reviewText.failed
    const [fieldError] = error.errors ?? []
    if (fieldError) return fieldError.message
    return error.status < 400 ? failures.general.message : getErrorMessage(error, reviewText.failed)
  }
}
