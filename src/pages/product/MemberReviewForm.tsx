import { PhotoField } from '#features/member-photos/web/add-photos/PhotoField.tsx'
import type { ReviewFormProps } from '#features/reviews/web/form/AddReview.tsx'
import { ReviewForm } from '#features/reviews/web/form/ReviewForm.tsx'

/** The review form with a field for photos. */
export function MemberReviewForm(props: ReviewFormProps) {
  return <ReviewForm {...props} PhotoField={PhotoField} />
}
