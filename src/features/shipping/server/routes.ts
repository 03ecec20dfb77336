import type { Handlers } from '#shared/server/implement.ts'
import type { ShippingContract } from '../contract.ts'
import type { DutyNotes } from './duty-notes.ts'
import type { EstimationService } from './estimation.ts'

type Deps = { estimation: EstimationService; dutyNotes: DutyNotes }
export type EstimationCall = 'get_estimation' | 'getTariffs' | 'getDutyNotes' | 'setDutyNote'

/** What parcels cost, and what is known of duty. */
export function estimationHandlers({
  estimation,
  dutyNotes,
}: Deps): Pick<Handlers<ShippingContract>, EstimationCall> {
  return {
    get_estimation: async ({ body }) => ({ data: await estimation.estimate(body ?? {}) }),
    getTariffs: async ({ query }) => ({ data: await estimation.tariffs(query.destination) }),
    getDutyNotes: async () => ({ data: await dutyNotes.list() }),
    setDutyNote: async ({ query, body, session, caller }) => ({
      data: await dutyNotes.set(query.country, body, { session, caller }),
      message: 'The note is saved.',
    }),
  }
}
