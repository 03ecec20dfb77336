import { PhotoField } from '#features/member-photos/web/add-photos/PhotoField.tsx'
import type { ReviewFormProps } from '#features/reviews/web/form/AddReview.tsx'
import { ReviewForm } from '#features/reviews/web/form/ReviewForm.tsx'

/** A review and its photos in one form. */
export function MemberReviewForm(props: ReviewFormProps) {
  return <ReviewForm {...props} PhotoField={PhotoField} />
}
