import type { ShopType } from '#shared/marketplaces.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { CollectionContract } from '../contract.ts'
import { collectionText } from '../spec.ts'
import type { CollectionService } from './service.ts'

export function collectionHandlers({
  collection,
}: {
  collection: CollectionService
}): Handlers<CollectionContract> {
  return {
    viewCollection: async ({ session }) => ({
      data: { productCollection: await collection.view(session.userId) },
    }),
    addToCollection: async ({ query, session }) => ({
      data: await collection.add({ userId: session.userId, ...toItemKey(query) }, query.sku),
      message: collectionText.added,
    }),
    removeFromCollection: async ({ query, session }) => {
      await collection.remove({ userId: session.userId, ...toItemKey(query) })
      return { data: null, message: collectionText.removed }
    },
  }
}

type CollectionItemQuery = {
  productCode: string
  storeName?: ShopType | undefined
  shopType?: ShopType | undefined
}

function toItemKey({ productCode, storeName, shopType }: CollectionItemQuery) {
  return { itemId: productCode, shopType: storeName ?? shopType }
}
