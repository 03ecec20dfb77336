import type { Handlers } from '#shared/server/register-routes.ts'
import type { OverviewContract } from '../contract.ts'
import type { OverviewService } from './service.ts'

export function overviewHandlers({ overview }: { overview: OverviewService }): Handlers<OverviewContract> {
  return { overview: async () => ({ data: await overview.read() }) }
}
