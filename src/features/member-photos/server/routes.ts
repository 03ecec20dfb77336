import type { Handlers } from '#shared/server/register-routes.ts'
import type { MemberPhotosContract, PhotoSubmission } from '../contract.ts'
import { formatStatusMessage } from '../submission-texts.ts'
import { submissionText } from '../texts-and-limits.ts'
import type { PhotoSubmissionService } from './service.ts'
import type { PhotoUploadService } from './uploads.ts'

type MemberPhotoHandlersDeps = { photoUploads: PhotoUploadService; photoSubmissions: PhotoSubmissionService }

/** Handlers of members' photos. */
export function memberPhotoHandlers({
  photoUploads,
  photoSubmissions,
}: MemberPhotoHandlersDeps): Handlers<MemberPhotosContract> {
  return {
    uploadQcPhoto: async ({ file, session: { userId }, isAdmin }) => ({
      data: await photoUploads.add(file, { userId, isAdmin }),
    }),
    deleteQcUpload: async ({ params, session }) => {
      await photoUploads.remove(params.id, session)
      return { data: null }
    },
    createQcSet: async ({ body, ...act }) => {
      const set = await photoSubmissions.create(body, act)
      return set.status === 'approved'
        ? { data: set, message: submissionText.added }
        : { data: set, message: submissionText.sent }
    },
    qcSetsOfMine: async ({ query, session }) => ({
      data: await photoSubmissions.ofAccount(
        { shopType: query.shopType, itemId: query.productCode },
        session,
      ),
    }),
    qcSets: async ({ query }) => {
      const { items, total } = await photoSubmissions.list(query)
      return { data: items, headers: { 'x-total-count': String(total) } }
    },
    judgeQcSet: async ({ params, body, ...act }) => {
      const set: PhotoSubmission = await photoSubmissions.moderate({ ...params, ...body }, act)
      return {
        data: set,
        message: formatStatusMessage(body.status),
      }
    },
    deleteQcSet: async ({ params, ...act }) => {
      await photoSubmissions.remove(params.id, act)
      return { data: null, message: submissionText.deleted }
    },
  }
}
