import { useQueryClient } from '@tanstack/react-query'
import type { ItemParams } from '#shared/marketplaces.ts'
import type { LoginReason } from '#shared/web/navigation/login-reason.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { productInfoQuery, productQuery } from './queries.ts'

/** Returns a function that describes this item for the login page, from the queries in the cache at the time of the call. */
export function useLoginReason(item: ItemParams): (action: LoginReason['act']) => LoginReason | undefined {
  const client = useQueryClient()
  const send = useApiClient()
  return (action) => {
    const product = client.getQueryData(productQuery(send, item).queryKey)?.data
    const info = client.getQueryData(productInfoQuery(send, item).queryKey)?.data.productInfo
    const name = product?.name ?? info?.title
    return name ? { act: action, name, picture: product?.shown.image ?? info?.imgList[0] } : undefined
  }
}
