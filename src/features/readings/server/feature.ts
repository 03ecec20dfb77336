import type { Platform } from '#platform/platform.ts'
import { readingHandlers } from './routes.ts'
import { createReadingService, type ReadingServiceDeps } from './service.ts'
import { sweepReadings } from './sweep.ts'

type ReadingsNeeds = Omit<ReadingServiceDeps, 'db' | 'secret'>

export function createReadingsFeature({ db, secret }: Platform, needs: ReadingsNeeds) {
  const { discard } = needs
  return {
    handlers: readingHandlers({ readings: createReadingService({ db, secret, ...needs }) }),
    hourly: { readings: () => sweepReadings({ db, discard }, new Date()) },
  }
}
