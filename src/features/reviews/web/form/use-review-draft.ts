import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type DraftKey, readDraft } from '#shared/web/drafts.ts'
import { fillForm, type ReviewFormValues, readForm } from './review-form-values.ts'

type DraftValues = Pick<ReviewFormValues, 'comment' | 'rating'>

/** Restores the input from before the session ended or the page was closed. */
export function useReviewDraft(form: RefObject<HTMLFormElement | null>, draft: DraftKey): void {
  const restore = useEffectEvent((element: HTMLFormElement) => restoreDraft(element, draft))
  useEffect(() => {
    if (form.current) restore(form.current)
  }, [form])
}

/** The form's values as a draft. */
export function toDraftTexts({ comment, rating }: DraftValues): Record<string, string> {
  return { comment, rating: String(rating) }
}

/** Restores the draft unless the form has input. */
function restoreDraft(element: HTMLFormElement, draft: DraftKey): void {
  const texts = readDraft(draft)
  const draftValues: DraftValues = { comment: texts.comment ?? '', rating: Number(texts.rating ?? 0) }
  if (draftValues.comment === '' && draftValues.rating === 0) return
  const { comment, rating } = readForm(element)
  if (comment === '' && rating === 0) fillForm(element, draftValues)
}
