import type { ShopType } from '#shared/marketplaces.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { InfoResult, ProductsContract } from '../contract.ts'
import type { CatalogueCall } from './catalogue-routes.ts'
import type { ProductService } from './service.ts'
import type { ViewCounter } from './views.ts'

/** Finds an item's information from any source. */
export type FindInfo = (
  item: { shopType: ShopType; itemId: string },
  options: { forceReload: boolean; visitor?: string | undefined },
) => Promise<InfoResult>

type ProductHandlersDeps = {
  products: ProductService
  views: Pick<ViewCounter, 'count'>
  infos: { find: FindInfo }
  now?: () => number
}

/** The handlers of the calls that only read. */
export function productHandlers({
  products,
  views,
  infos,
  now,
}: ProductHandlersDeps): Omit<Handlers<ProductsContract>, CatalogueCall> {
  const canReload = createReloadLimit(now)
  return {
    getAllProduct: async ({ query }) => {
      const { items, total } = await products.list(query)
      return { data: items, headers: { 'x-total-count': String(total) } }
    },
    catalogueFacts: async () => ({ data: await products.countFacts() }),
    findProductById: async ({ query, caller }) => {
      const shopType = query.storeName ?? query.shopType
      const product = await products.find({ itemId: query.productCode, shopType })
      if (product && query.count) views.count(product._id, caller)
      return { data: product }
    },
    productInfo: async ({ query, isAdmin, caller }) => {
      const { shopType, productCode: itemId, forceReload = false } = query
      const visitor = isAdmin ? undefined : caller.visitor
      const isReload = forceReload && canReload()
      return { data: await infos.find({ shopType, itemId }, { forceReload: isReload, visitor }) }
    },
  }
}

const WINDOW_MS = 60_000
const MAX_RELOADS = 10

/** Allows ten forced reloads per minute for all admins together. Beyond that, stored information is used. */
function createReloadLimit(now: () => number = Date.now): () => boolean {
  let recent: number[] = []
  return () => {
    recent = recent.filter((time) => time > now() - WINDOW_MS)
    if (recent.length >= MAX_RELOADS) return false
    recent.push(now())
    return true
  }
}
