import type { QueryKey } from '#shared/contract.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { PhotoSubmission, QcSetsContract } from '../submissions-contract.ts'
import { setStatusSentence } from '../submissions-rules.ts'
import { submissionText } from '../submissions-spec.ts'
import type { PhotoSubmissionService } from './submissions-service.ts'
import type { QcUploadService } from './submissions-uploads.ts'

type QcSetHandlersDeps = { qcUploads: QcUploadService; qcSets: PhotoSubmissionService }

/** People's photos. */
export function qcSetHandlers({ qcUploads, qcSets }: QcSetHandlersDeps): Handlers<QcSetsContract> {
  return {
    uploadQcPhoto: async ({ file, session }) => ({ data: await qcUploads.add(file, session) }),
    deleteQcUpload: async ({ params, session }) => {
      await qcUploads.remove(params.id, session)
      return { data: null }
    },
    createQcSet: async ({ body, ...act }) => {
      const set = await qcSets.create(body, act)
      return set.status === 'approved'
        ? { data: set, message: submissionText.added, touched: answersAbout(set.productCode) }
        : { data: set, message: submissionText.sent }
    },
    qcSetsOfMine: async ({ query, session }) => ({
      data: await qcSets.ofAccount({ shopType: query.shopType, itemId: query.productCode }, session),
    }),
    qcSets: async ({ query }) => {
      const { items, total } = await qcSets.list(query)
      return { data: items, headers: { 'x-total-count': String(total) } }
    },
    judgeQcSet: async ({ params, body, ...act }) => {
      const set: PhotoSubmission = await qcSets.judge({ ...params, ...body }, act)
      return {
        data: set,
        message: setStatusSentence(body.status),
        touched: answersAbout(set.productCode),
      }
    },
    deleteQcSet: async ({ params, ...act }) => {
      const { itemId } = await qcSets.remove(params.id, act)
      return { data: null, message: submissionText.deleted, touched: answersAbout(itemId) }
    },
  }
}

/** Answers that show the item's photos, or count them. */
function answersAbout(productCode: string): QueryKey[] {
  return [['qcPhotos', { id: productCode }], ['getAllProduct'], ['findProductById', { productCode }]]
}
