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
  queueMail: (tx: Db, userId: string) => Promise<void>
}
type OutsideLookups = {
  findInfo: (item: ItemKey) => Promise<{ state: string }>
  findPhotos: (item: ItemKey) => Promise<unknown>
}

/** Creates the observation recorder, the notices, and with `checkInBackground` the hourly checks. */
export function createWatchJobs({ db, invalidation, log, pictures, tokens, queueMail }: WatchJobsDeps) {
  const noticeMails = createNoticeMails({ db, queueMail, log })
  const service = createWatchService({ db, pictures })
  const recorder = createObservationRecorder({
    db,
    invalidation,
    log,
    queueMails: () => void noticeMails.queueDueMails(),
  })
  return {
    ...recorder,
    service,
    tokens,
    checkInBackground(lookups: OutsideLookups) {
      const background = createBackgroundChecks({ db, log, ...lookups })
      return {
        /** The hourly task. */
        async checkDue(): Promise<void> {
          await service.sweep()
          await noticeMails.queueDueMails()
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
