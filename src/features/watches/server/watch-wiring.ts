import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import type { Invalidation } from '#shared/server/invalidation.ts'
import type { ItemKey } from '#shared/shops.ts'
import { createBackground } from './background.ts'
import { createNewsMails } from './mails.ts'
import { createObservationRecorder } from './observations.ts'
import { createWatchService } from './service.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

type WatchJobsDeps = {
  db: Db
  invalidation: Invalidation
  log: FastifyBaseLogger
  pictures: ImageRegistry
  tokens: UnsubscribeTokens
  orderMail: (tx: Db, userId: string) => Promise<void>
}
type Outside = {
  findInfo: (item: ItemKey) => Promise<{ state: string }>
  findPhotos: (item: ItemKey) => Promise<unknown>
}

/** Observations, notices, and the background observation; `lookOutside` makes the last. */
export function createWatchJobs({ db, invalidation, log, pictures, tokens, orderMail }: WatchJobsDeps) {
  const news = createNewsMails({ db, order: orderMail, log })
  const service = createWatchService({ db, pictures })
  const looks = createObservationRecorder({ db, invalidation, log, mailNews: () => void news.orderDue() })
  return {
    ...looks,
    service,
    tokens,
    lookOutside(outside: Outside) {
      const background = createBackground({ db, log, ...outside })
      return {
        /** What is to be done every hour. */
        async tend(): Promise<void> {
          await service.sweep()
          await news.orderDue()
          background.begin()
        },
        settled: background.settled,
        close: async () => {
          await Promise.all([background.close(), news.close()])
        },
      }
    },
  }
}
