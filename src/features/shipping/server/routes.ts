import type { Handlers } from '#shared/server/register-routes.ts'
import type { ShippingContract } from '../contract.ts'
import type { EstimationService } from './estimation.ts'

export function estimationHandlers({
  estimation,
}: {
  estimation: EstimationService
}): Handlers<ShippingContract> {
  return {
    get_estimation: async ({ body }) => ({ data: await estimation.estimate(body ?? {}) }),
    getDestinations: async () => ({ data: await estimation.destinations() }),
    getTariffs: async ({ query }) => ({ data: await estimation.tariffs(query.destination) }),
  }
}
