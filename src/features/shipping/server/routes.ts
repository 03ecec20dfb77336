import type { Handlers } from '#shared/server/register-routes.ts'
import type { ShippingContract } from '../contract.ts'
import type { EstimationService } from './estimation.ts'
import type { UnservedEstimates } from './unserved-estimates.ts'

type EstimationHandlersDeps = { estimation: EstimationService; unserved: Pick<UnservedEstimates, 'count'> }

export function estimationHandlers({
  estimation,
  unserved,
}: EstimationHandlersDeps): Handlers<ShippingContract> {
  return {
    get_estimation: async ({ body, caller }) => {
      const countUnserved = (country: string) => unserved.count(country, caller)
      return { data: await estimation.estimate(body ?? {}, countUnserved) }
    },
    getDestinations: async () => ({ data: await estimation.destinations() }),
    getTariffs: async ({ query }) => ({ data: await estimation.tariffs(query.destination) }),
  }
}
