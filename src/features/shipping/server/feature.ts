import type { FreightSources } from '#features/freight/current-card.ts'
import type { Platform } from '#platform/platform.ts'
import { createEstimation } from './estimation.ts'
import { estimationHandlers } from './routes.ts'
import { createShippingLookup } from './shipping-lookup.ts'

export function createShippingFeature(_platform: Platform, sources: FreightSources) {
  return {
    freightTo: createShippingLookup(sources).freightTo,
    handlers: estimationHandlers({ estimation: createEstimation(sources) }),
  }
}
