import type { Handlers } from '#shared/server/register-routes.ts'
import type { QcPhotosContract } from '../contract.ts'
import type { QcService } from './service.ts'
import type { ExternalQc } from './sources/external-qc.ts'

type QcPhotoHandlersDeps = { qc: QcService; outside: ExternalQc }

export function qcPhotoHandlers({ qc, outside }: QcPhotoHandlersDeps): Handlers<QcPhotosContract> {
  return {
    qcPhotos: async ({ params, query }) => ({
      data: await qc.find(params.id, query.storeName ?? query.shopType),
    }),
    qcExternal: async ({ query, caller }) => {
      const item = { shopType: query.shopType, itemId: query.goodsId }
      const result = await outside.find(item, caller.visitor)
      return { data: result && [result] }
    },
  }
}
