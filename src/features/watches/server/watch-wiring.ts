import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { createBackgroundChecks } from './background-checks.ts'
import { createNoticeMails } from './notice-mails.ts'
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
type OutsideLookups = {
  findInfo: (item: ItemKey) => Promise<{ state: string }>
  findPhotos: (item: ItemKey) => Promise<unknown>
}

/** Observations, notices, and the background observation; `checkInBackground` makes the last. */
export function createWatchJobs({ db, invalidation, log, pictures, tokens, orderMail }: WatchJobsDeps) {
  const noticeMails = createNoticeMails({ db, order: orderMail, log })
  const service = createWatchService({ db, pictures })
  const recorder = createObservationRecorder({
    db,
    invalidation,
    log,
    orderMails: () => void noticeMails.orderDue(),
  })
  return {
    ...recorder,
    service,
    tokens,
    checkInBackground(outside: OutsideLookups) {
      const background = createBackgroundChecks({ db, log, ...outside })
      return {
        /** What is to be done every hour. */
        async checkDue(): Promise<void> {
          await service.sweep()
          await noticeMails.orderDue()
          background.begin()
        },
        settled: background.settled,
        close: async () => {
          await Promise.all([background.close(), noticeMails.close()])
        },
      }
    },
  }
}
