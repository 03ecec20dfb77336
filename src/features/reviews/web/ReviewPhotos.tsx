import { PhotoStrip } from '#shared/web/ui/images/PhotoStrip.tsx'
import type { Review } from '../contract.ts'

/** The photos of a review, which are approved and denied with it (046). */
export function ReviewPhotos({ review: { name, photos } }: { review: Pick<Review, 'name' | 'photos'> }) {
  if (photos.length === 0) return null
  return <PhotoStrip photos={photos.map((url) => ({ url }))} label={`Photos in the review by ${name}`} />
}
