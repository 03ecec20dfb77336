import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Uploads } from '#features/images/uploads.ts'
import type { Platform } from '#platform/platform.ts'
import { reviewPhotoIntake } from './review-photos.ts'
import { memberPhotoHandlers } from './routes.ts'
import { createPhotoSubmissions, type PhotoSubmissionsDeps } from './service.ts'
import { sweepSubmissions } from './sweep.ts'
import { createPhotoUploads } from './uploads.ts'

type MemberPhotosNeeds = Pick<PhotoSubmissionsDeps, 'onNewPhotos'> & {
  pictures: ImageRegistry
  uploads: Uploads
}

export function createMemberPhotosFeature(
  { db, limits }: Platform,
  { pictures, uploads, onNewPhotos }: MemberPhotosNeeds,
) {
  const { discard } = uploads
  return {
    reviewPhotoIntake,
    handlers: memberPhotoHandlers({
      photoUploads: createPhotoUploads({ db, pictures, uploads }),
      photoSubmissions: createPhotoSubmissions({ db, pictures, limits, discard, onNewPhotos }),
    }),
    hourly: { 'photo-submissions': () => sweepSubmissions({ db, discard }, new Date()) },
  }
}
