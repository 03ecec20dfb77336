import type { QueryKey } from '#shared/contract.ts'
import type { Handlers } from '#shared/server/implement.ts'
import type { QcSetOfPhotos, QcSetsContract } from '../sets-contract.ts'
import { setStatusSentence } from '../sets-rules.ts'
import { qcSetText } from '../sets-spec.ts'
import type { QcSetService } from './sets-service.ts'
import type { QcUploadService } from './sets-uploads.ts'

type Deps = { qcUploads: QcUploadService; qcSets: QcSetService }

/** People's photos. */
export function qcSetHandlers({ qcUploads, qcSets }: Deps): Handlers<QcSetsContract> {
  return {
    uploadQcPhoto: async ({ file, session }) => ({ data: await qcUploads.add(file, session) }),
    deleteQcUpload: async ({ params, session }) => {
      await qcUploads.remove(params.id, session)
      return { data: null }
    },
    createQcSet: async ({ body, ...act }) => {
      const set = await qcSets.create(body, act)
      return set.status === 'approved'
        ? { data: set, message: qcSetText.added, touched: answersAbout(set.productCode) }
        : { data: set, message: qcSetText.sent }
    },
    qcSetsOfMine: async ({ query, session }) => ({
      data: await qcSets.ofAccount({ shopType: query.shopType, itemId: query.productCode }, session),
    }),
    qcSets: async ({ query }) => {
      const { items, total } = await qcSets.list(query)
      return { data: items, headers: { 'x-total-count': String(total) } }
    },
    judgeQcSet: async ({ params, body, ...act }) => {
      const set: QcSetOfPhotos = await qcSets.judge({ ...params, ...body }, act)
      return {
        data: set,
        message: setStatusSentence(body.status),
        touched: answersAbout(set.productCode),
      }
    },
    deleteQcSet: async ({ params, ...act }) => {
      const { itemId } = await qcSets.remove(params.id, act)
      return { data: null, message: qcSetText.deleted, touched: answersAbout(itemId) }
    },
  }
}

/** Answers that show the item's photos, or count them. */
function answersAbout(productCode: string): QueryKey[] {
  return [['qcPhotos', { id: productCode }], ['getAllProduct'], ['findProductById', { productCode }]]
}
