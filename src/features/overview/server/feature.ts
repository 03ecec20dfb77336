import type { Platform } from '#platform/platform.ts'
import { overviewHandlers } from './routes.ts'
import { createOverviewService, type OverviewServiceDeps } from './service.ts'

type OverviewNeeds = Pick<OverviewServiceDeps, 'mostViewed' | 'readHealth' | 'readServed'>

export function createOverviewFeature({ db, config }: Platform, needs: OverviewNeeds) {
  const overview = createOverviewService({ db, settings: config, ...needs })
  return { handlers: overviewHandlers({ overview }) }
}
