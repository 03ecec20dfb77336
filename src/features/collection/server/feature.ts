import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Platform } from '#platform/platform.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createEntryRefresher } from './refresh-entries.ts'
import { collectionHandlers } from './routes.ts'
import { type CollectionServiceDeps, createCollectionService } from './service.ts'

type CollectionNeeds = Pick<CollectionServiceDeps, 'hasSource'> & {
  pictures: ImageRegistry
  findInfo: (item: ItemKey) => Promise<unknown>
}

export function createCollectionFeature(
  { db, log }: Platform,
  { pictures, findInfo, hasSource }: CollectionNeeds,
) {
  const refresher = createEntryRefresher({ db, findInfo, log })
  const collection = createCollectionService({ db, pictures, hasSource, refresh: refresher.add })
  return {
    collection,
    handlers: collectionHandlers({ collection }),
    hourly: { collections: async () => collection.sweep() },
    close: refresher.close,
  }
}
