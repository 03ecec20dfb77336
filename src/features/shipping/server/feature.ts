import type { FreightSources } from '#features/freight/current-card.ts'
import type { Platform } from '#platform/platform.ts'
import { createEstimation } from './estimation.ts'
import { estimationHandlers } from './routes.ts'
import { createShippingLookup } from './shipping-lookup.ts'
import { createUnservedEstimates } from './unserved-estimates.ts'

export function createShippingFeature({ db, log }: Platform, sources: FreightSources) {
  const unserved = createUnservedEstimates({ db, warn: (message) => log.warn(message) })
  return {
    freightTo: createShippingLookup(sources).freightTo,
    handlers: estimationHandlers({ estimation: createEstimation(sources), unserved }),
    hourly: { 'unserved-estimates': unserved.deleteOld },
    close: unserved.close,
  }
}
