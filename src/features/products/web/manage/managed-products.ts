import { useQuery } from '@tanstack/react-query'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { useOptimisticList } from '#shared/web/ui/feedback/optimistic-change.ts'
import { moveItem, removeItem } from '#shared/web/ui/lists/positions.ts'
import type { Product, ProductsContract } from '../../contract.ts'
import { manageProductText } from '../../manage-texts.ts'
import { managedProductsQuery } from '../queries.ts'

export type ManagedProducts = {
  /** The whole catalogue with pending changes applied; undefined while loading. */
  products: Product[] | undefined
  error: Error | null
  isFetching: boolean
  isChanging: (id: string) => boolean
  /** Each resolves to true when the server accepted the change. */
  move: (product: Product, position: number) => Promise<boolean>
  setTrend: (product: Product, onTrend: boolean) => Promise<boolean>
  remove: (product: Product) => Promise<boolean>
  /** Reloads and returns the current catalogue. */
  reload: () => Promise<Product[] | undefined>
}

/** The queries that contain products, their positions or their number. */
export const productQueries = [['getAllProduct'], ['findProductById'], ['productInfo'], ['overview']]

/** The dashboard's catalogue and its optimistic changes (§4). */
export function useManagedProducts(): ManagedProducts {
  const send = useApiClient()
  const { user } = useSession()
  const list = managedProductsQuery(send, user?.id ?? '')
  const query = useQuery(list)
  const { list: products, error, isBusy, isChanging, change } = useOptimisticList(list.queryKey, query)
  const common = { failure: manageProductText.changeFailed, invalidated: productQueries }
  return {
    products,
    error,
    isFetching: isBusy,
    isChanging,
    reload: async () => (await query.refetch()).data?.data,
    move: ({ _id }, position) =>
      change({
        ...common,
        of: _id,
        apply: (items) => moveItem(items, _id, position),
        send: () =>
          send<ProductsContract['setProductSerial']>('PATCH /products/setProductSerial', {
            query: { product_id: _id, serial_No: String(position) },
          }),
        success: manageProductText.moved,
      }),
    setTrend: ({ _id }, onTrend) =>
      change({
        ...common,
        of: _id,
        apply: (items) => items.map((item) => (item._id === _id ? { ...item, onTrend } : item)),
        send: () =>
          send<ProductsContract['setOrRemoveProductOnTend']>('PATCH /products/setOrRemoveProductOnTend', {
            query: { product_id: _id, status: onTrend ? 'true' : 'false' },
          }),
        success: manageProductText.trended,
      }),
    remove: ({ _id }) =>
      change({
        ...common,
        of: _id,
        apply: (items) => removeItem(items, _id),
        send: () =>
          send<ProductsContract['deleteProduct']>('DELETE /products/dleteProduct', {
            query: { product_id: _id },
          }),
      }),
  }
}
