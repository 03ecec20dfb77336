import type { Platform } from '#platform/platform.ts'
import { readingHandlers } from './routes.ts'
import { createReadingService, type ReadingServiceDeps } from './service.ts'

type ReadingsNeeds = Pick<ReadingServiceDeps, 'pictures' | 'publish' | 'withdraw' | 'onObservation'>

export function createReadingsFeature({ db, secret }: Platform, needs: ReadingsNeeds) {
  return { handlers: readingHandlers({ readings: createReadingService({ db, secret, ...needs }) }) }
}
