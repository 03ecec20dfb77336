import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type DraftKey, readDraft, saveDraft } from '#shared/web/drafts.ts'
import { consumeIntent } from '#shared/web/navigation/intent.ts'
import { useSession } from '#shared/web/session/session.ts'
import { toastTimes } from '#shared/web/ui/feedback/toast-options.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { fillForm, findMissingField, type ReviewFormValues, readForm } from './review-form-values.ts'

type ReviewDraftOptions = {
  form: RefObject<HTMLFormElement | null>
  draft: DraftKey
  post: (form: HTMLFormElement, review: ReviewFormValues) => void
}
/** A review that is sent at this time, in ms since 1970, unless it is called off before. */
type PendingReview = { draft: DraftKey; at: number; toast: string; isHeld: boolean }

/** Outlives the form, which is re-rendered when its item's information loads late. */
let pendingReview: PendingReview | undefined

/**
 * Restores a draft, also one that a visitor wrote before logging in. What was complete at the login is sent
 * after a delay in which it can be undone. Returns a function that cancels that.
 */
export function useReviewDraft({ form, draft, post }: ReviewDraftOptions): () => void {
  const { status, user } = useSession()

  const resume = useEffectEvent((element: HTMLFormElement): PendingReview | undefined => {
    if (restoreDraft(element, draft) && user?.role === 'user') announcePending(element, draft)
    return pendingReview?.draft.form === draft.form && pendingReview.draft.owner === draft.owner
      ? pendingReview
      : undefined
  })
  const send = useEffectEvent((element: HTMLFormElement) => {
    cancelPending()
    post(element, readForm(element))
  })

  useEffect(() => {
    const element = form.current
    if (!element || status === 'loading') return undefined
    const mine = resume(element)
    if (!mine) return undefined
    mine.isHeld = true
    const timer = setTimeout(() => pendingReview === mine && send(element), mine.at - Date.now())
    return () => {
      clearTimeout(timer)
      mine.isHeld = false
      setTimeout(() => pendingReview === mine && !mine.isHeld && cancelPending()) // no other form has taken it over
    }
  }, [form, status, user?.id])

  return cancelPending
}

/** Announces what happens to a visitor's review after the login. */
function announcePending(element: HTMLFormElement, draft: DraftKey): void {
  if (!consumeIntent('review', location.pathname) || findMissingField(readForm(element))) {
    toast('Your review was kept. Press Submit to send it.')
    return
  }
  pendingReview = {
    draft,
    at: Date.now() + toastTimes.blank,
    toast: toast.custom('Your review was kept and is being sent.', { undo: cancelPending }),
    isHeld: false,
  }
}

function cancelPending(): void {
  if (pendingReview) toast.dismiss(pendingReview.toast)
  pendingReview = undefined
}

/** The draft's form. */
export function toDraftTexts({ comment, rating }: ReviewFormValues): Record<string, string> {
  return { comment, rating: String(rating) }
}

/** True when it was a visitor's and now is this user's. Never overwrites existing input. */
function restoreDraft(element: HTMLFormElement, draft: DraftKey): boolean {
  const own = readDraft(draft)
  const isOwn = Object.keys(own).length > 0
  const texts = isOwn ? own : readDraft({ ...draft, owner: undefined })
  const kept: ReviewFormValues = { comment: texts.comment ?? '', rating: Number(texts.rating ?? 0) }
  if (kept.comment === '' && kept.rating === 0) return false
  const { comment, rating } = readForm(element)
  if (comment === '' && rating === 0) fillForm(element, kept)
  const isTakenOver = !isOwn && draft.owner !== undefined
  if (isTakenOver) saveDraft(draft, toDraftTexts(kept))
  return isTakenOver
}
