import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { matchesInfo } from '#db/queries/known-item.ts'
import { productInfos } from '#db/schema.ts'
import { runAfterCommit } from '#db/transaction-guard.ts'
import type { ProductInfo } from '#features/products/contract.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { type Observation, toObservation } from '../observation.ts'
import { type NewPhotos, notifyNewPhotos, notifyPriceAndStock } from './notify.ts'
import { lockObservations, recordPrice } from './price-spans.ts'

/** The source and the time. */
type ObservationOrigin = { source: string; at: Date }
type ObservationRecorderDeps = {
  db: Db
  invalidation: Invalidation
  log: Pick<FastifyBaseLogger, 'error'>
  /** Queues the emails of new notices; called after the commit. */
  orderMails: () => void
}

/** After an observation: the price is recorded, and watchers are notified. */
export function createObservationRecorder({ db, invalidation, log, orderMails }: ObservationRecorderDeps) {
  /** In the caller's transaction. */
  async function see(
    tx: Db,
    item: ItemKey,
    look: Observation,
    { source, at }: ObservationOrigin,
  ): Promise<void> {
    const { priceFen, inStock } = look
    await lockObservations(tx, item)
    const isNew = priceFen === undefined || (await recordPrice(tx, item, { priceFen, inStock, source, at }))
    if (!isNew) return
    if ((await notifyPriceAndStock(tx, item, look)) > 0) runAfterCommit(orderMails)
    const { shopType, itemId: id } = item
    runAfterCommit(() => {
      invalidation.publish([['priceHistory', { id, shopType }]]).catch((error) => {
        log.error({ err: error }, 'a price history could not be renewed')
      })
    })
  }

  return {
    /** Called with a source's fresh answer. A failure here does not withhold the answer. */
    async onObservation(item: ItemKey, info: ProductInfo, source: string, at: Date): Promise<void> {
      const key = { shopType: item.shopType, itemId: item.itemId }
      await db
        .transaction((tx) => see(tx, key, toObservation(info), { source, at }))
        .catch((error) => {
          log.error({ err: error }, 'an observation of an item could not be stored')
        })
    },

    /** Called when an admin sets an item's price, in the same transaction, after its variants have theirs. */
    async onPrice(tx: Db, { shopType, itemId }: ItemKey, priceFen: number): Promise<void> {
      const key = { shopType, itemId }
      const [known] = await tx.select({ info: productInfos.info }).from(productInfos).where(matchesInfo(key))
      const { variantFen } = known ? toObservation(known.info) : {}
      const look = {
        priceFen: priceFen > 0 ? priceFen : undefined,
        inStock: null,
        ...(variantFen && { variantFen }),
      }
      await see(tx, key, look, { source: 'catalogue', at: new Date() })
    },

    /** Called when photos of an item become visible, in the same transaction. */
    async onNewPhotos(tx: Db, { shopType, itemId }: ItemKey, photos: NewPhotos): Promise<void> {
      if (photos.count < 1) return
      await lockObservations(tx, { shopType, itemId })
      if ((await notifyNewPhotos(tx, { shopType, itemId }, photos)) > 0) runAfterCommit(orderMails)
    },
  }
}
