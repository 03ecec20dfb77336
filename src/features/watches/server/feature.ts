import type { Db } from '#db/db.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Platform } from '#platform/platform.ts'
import type { ItemKey } from '#shared/marketplaces.ts'
import { createBackgroundChecks } from './background-checks.ts'
import { createMailReader, createNoticeMails } from './notice-mails.ts'
import { createObservationRecorder } from './observations.ts'
import { watchHandlers } from './routes.ts'
import { createWatchService } from './service.ts'
import { createUnsubscribeTokens } from './unsubscribe-token.ts'

/** Reads what the email about a user's unsent notices says; its links are signed by the site's secret. */
export function createWatchMailReader({ db, secret }: Pick<Platform, 'db' | 'secret'>) {
  return createMailReader({ db, tokens: createUnsubscribeTokens(secret) })
}

type WatchRecorderNeeds = { queueMail: (tx: Db, userId: string) => Promise<void> }
type WatchRecorder = ReturnType<typeof createWatchRecorder>

/** Records prices, stock and new photos as other features learn of them, and makes the notices due. */
export function createWatchRecorder({ db, log }: Platform, { queueMail }: WatchRecorderNeeds) {
  const noticeMails = createNoticeMails({ db, queueMail, log })
  const queueMails = () => void noticeMails.queueDueMails()
  return { ...createObservationRecorder({ db, log, queueMails }), noticeMails }
}

type WatchesNeeds = {
  pictures: ImageRegistry
  recorder: WatchRecorder
  findInfo: (item: ItemKey) => Promise<{ state: string }>
  findPhotos: (item: ItemKey) => Promise<unknown>
}

/** What users watch, and the checks of items that no visitor opened for a while. */
export function createWatchesFeature({ db, secret, log }: Platform, needs: WatchesNeeds) {
  const { pictures, recorder, findInfo, findPhotos } = needs
  const { noticeMails } = recorder
  const service = createWatchService({ db, pictures })
  const tokens = createUnsubscribeTokens(secret)
  const background = createBackgroundChecks({ db, log, findInfo, findPhotos })
  const checkDue = async () => {
    await service.sweep()
    await noticeMails.queueDueMails()
    background.begin()
  }
  return {
    ...recorder,
    service,
    tokens,
    checkDue,
    settled: background.settled,
    handlers: watchHandlers({ service, tokens }),
    hourly: { watches: checkDue },
    close: () => Promise.all([background.close(), noticeMails.close()]),
  }
}
