export type ReviewFormValues = {
  comment: string
  rating: number
  /** The photos should also be QC photos. */
  isWithQc: boolean
}

/** Reads a review form's values, which may be incomplete. */
export function readForm(form: HTMLFormElement): ReviewFormValues {
  const data = new FormData(form)
  return {
    comment: String(data.get('comment') ?? ''),
    rating: Number(data.get('rating') ?? 0),
    isWithQc: data.has('showWithQc'),
  }
}

type WrittenValues = Pick<ReviewFormValues, 'comment' | 'rating'>

/** Finds the missing field: a rating above zero, or a comment with visible text (§5). */
export function findMissingField({ comment, rating }: WrittenValues): 'rating' | 'comment' | undefined {
  if (!(rating > 0)) return 'rating'
  return comment.trim() === '' ? 'comment' : undefined
}

/** Fills the form with a review; missing values do not change the form. */
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
