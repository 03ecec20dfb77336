import { itemIdPattern, type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { describePage, readPage } from '#shared/server/list-page.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import { type CollectionContract, collectionContract } from '../contract.ts'
import { collectionText, maxCollectionEntries } from '../texts-and-limits.ts'
import type { CollectionService } from './service.ts'

const shopPattern = new RegExp(`^(?:${shopTypes.join('|')})$`)

export function collectionHandlers({
  collection,
}: {
  collection: CollectionService
}): Handlers<CollectionContract> {
  return {
    viewCollection: async ({ query, session }) => {
      const part = readPage(query, maxCollectionEntries, [itemIdPattern, shopPattern])
      const { items, ...page } = await collection.view(session.userId, part)
      return {
        data: { productCollection: items },
        headers: describePage(collectionContract.viewCollection, query, page),
      }
    },
    addToCollection: async ({ query, body, session }) => ({
      data: await collection.add(
        { userId: session.userId, ...toItemKey(query) },
        { skuId: query.sku, note: body?.note },
      ),
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
