import type { Platform } from '#platform/platform.ts'
import { overviewHandlers } from './routes.ts'
import { createOverviewService, type OverviewServiceDeps } from './service.ts'

type OverviewNeeds = Pick<OverviewServiceDeps, 'mostViewed' | 'readHealth'>

export function createOverviewFeature({ db, config }: Platform, { mostViewed, readHealth }: OverviewNeeds) {
  const overview = createOverviewService({ db, mostViewed, readHealth, settings: config })
  return { handlers: overviewHandlers({ overview }) }
}
