import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { productInfos } from '#db/schema.ts'
import { markStale, runAfterCommit } from '#db/transaction-guard.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { type Observation, toObservation } from '../observation.ts'
import { type NewPhotos, notifyNewPhotos, notifyPriceAndStock } from './notify.ts'
import { lockObservations, recordPrice } from './price-spans.ts'

/** An observation with its source and time. */
type SourcedObservation = { observation: Observation; source: string; at: Date }
type ObservationRecorderDeps = {
  db: Db
  log: Pick<FastifyBaseLogger, 'error'>
  /** Queues the emails of new notices; called after the commit. */
  queueMails: () => void
}

/** Records the price of each observation, and notifies the item's watchers. */
export function createObservationRecorder({ db, log, queueMails }: ObservationRecorderDeps) {
  async function record(tx: Db, item: ItemKey, observed: SourcedObservation): Promise<void> {
    const noticeCount = await recordObservation(tx, item, observed)
    if (noticeCount > 0) runAfterCommit(queueMails)
  }

  return {
    /** Called with a source's fresh response. A failure here is logged and does not affect the response. */
    async onObservation(item: ItemKey, info: ProductInfo, source: string, at: Date): Promise<void> {
      const key = { shopType: item.shopType, itemId: item.itemId }
      await db
        .transaction((tx) => record(tx, key, { observation: toObservation(info), source, at }))
        .catch((error) => {
          log.error(
            { err: error },
            'An observation of an item could not be stored. Its price and its notices are missing.',
          )
        })
    },

    /** Called when an admin sets an item's price: in the same transaction, after the prices of its variants are set. */
    async onPrice(tx: Db, { shopType, itemId }: ItemKey, priceFen: number): Promise<void> {
      const key = { shopType, itemId }
      const [productInfo] = await tx
        .select({ info: productInfos.info })
        .from(productInfos)
        .where(matchesInfo(key))
      const { variantFen } = productInfo ? toObservation(productInfo.info) : {}
      const observation = {
        priceFen: priceFen > 0 ? priceFen : undefined,
        inStock: null,
        ...(variantFen && { variantFen }),
      }
      await record(tx, key, { observation, source: 'catalogue', at: new Date() })
    },

    /** Called when photos of an item become visible, in the same transaction. */
    async onNewPhotos(tx: Db, { shopType, itemId }: ItemKey, photos: NewPhotos): Promise<void> {
      if (photos.count < 1) return
      await lockObservations(tx, { shopType, itemId })
      if ((await notifyNewPhotos(tx, { shopType, itemId }, photos)) > 0) runAfterCommit(queueMails)
    },
  }
}

/** Records an observation in the caller's transaction. Returns the number of new notices. */
async function recordObservation(
  tx: Db,
  item: ItemKey,
  { observation, source, at }: SourcedObservation,
): Promise<number> {
  const { priceFen, inStock } = observation
  await lockObservations(tx, item)
  const isNew = priceFen === undefined || (await recordPrice(tx, item, { priceFen, inStock, source, at }))
  if (!isNew) return 0
  const noticeCount = await notifyPriceAndStock(tx, item, observation)
  const { shopType, itemId: id } = item
  markStale([['priceHistory', { id, shopType }]])
  return noticeCount
}
