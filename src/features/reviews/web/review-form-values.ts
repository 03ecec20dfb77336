export type ReviewFormValues = { comment: string; rating: number }

/** A review form's values, complete or not. */
export function readForm(form: HTMLFormElement): ReviewFormValues {
  const data = new FormData(form)
  return { comment: String(data.get('comment') ?? ''), rating: Number(data.get('rating') ?? 0) }
}

/** The part that is missing: a rating above zero, or something to read (§5). */
export function findMissingField({ comment, rating }: ReviewFormValues): 'rating' | 'comment' | undefined {
  if (!(rating > 0)) return 'rating'
  return comment.trim() === '' ? 'comment' : undefined
}

/** Puts a review into the form. */
export function fillForm(form: HTMLFormElement, { comment, rating }: ReviewFormValues): void {
  const text = form.elements.namedItem('comment')
  const stars = form.elements.namedItem('rating')
  if (text instanceof HTMLTextAreaElement) text.value = comment
  if (stars instanceof RadioNodeList) stars.value = String(rating)
}
