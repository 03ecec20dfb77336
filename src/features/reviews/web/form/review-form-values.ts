export type ReviewFormValues = {
  comment: string
  rating: number
  /** Its photos are to be shown with the QC photos too. */
  isWithQc: boolean
}

/** A review form's values, complete or not. */
export function readForm(form: HTMLFormElement): ReviewFormValues {
  const data = new FormData(form)
  return {
    comment: String(data.get('comment') ?? ''),
    rating: Number(data.get('rating') ?? 0),
    isWithQc: data.has('showWithQc'),
  }
}

type WrittenValues = Pick<ReviewFormValues, 'comment' | 'rating'>

/** The part that is missing: a rating above zero, or something to read (§5). */
export function findMissingField({ comment, rating }: WrittenValues): 'rating' | 'comment' | undefined {
  if (!(rating > 0)) return 'rating'
  return comment.trim() === '' ? 'comment' : undefined
}

/** Puts a review into the form; what is left out stays as it is. */
export function fillForm(
  form: HTMLFormElement,
  { comment, rating, isWithQc }: WrittenValues & Partial<ReviewFormValues>,
): void {
  const text = form.elements.namedItem('comment')
  const stars = form.elements.namedItem('rating')
  const check = form.elements.namedItem('showWithQc')
  if (text instanceof HTMLTextAreaElement) text.value = comment
  if (stars instanceof RadioNodeList) stars.value = String(rating)
  if (check instanceof HTMLInputElement && isWithQc !== undefined) check.checked = isWithQc
}
