import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#shared/contract.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { QcPhotosContract } from '../contract.ts'

export function qcPhotosQuery(send: ApiClient, { shopType, id }: { shopType: ShopType; id: string }) {
  return queryOptions({
    queryKey: ['qcPhotos', { id, shopType }],
    queryFn: () =>
      send<QcPhotosContract['qcPhotos']>('GET /qc-photos/{id}', { params: { id }, query: { shopType } }),
  })
}

export function qcExternalQuery(send: ApiClient, { shopType, id }: { shopType: ShopType; id: string }) {
  return queryOptions({
    queryKey: ['qcExternal', { shopType, goodsId: id }],
    queryFn: () =>
      send<QcPhotosContract['qcExternal']>('GET /qc-external', { query: { shopType, goodsId: id } }),
    retry: false,
  })
}
