import type { Handlers } from '#shared/server/register-routes.ts'
import type { DutyNotesContract } from '../contract.ts'
import type { DutyNotes } from './duty-notes.ts'

/** What is known of duty. */
export function dutyNoteHandlers({ dutyNotes }: { dutyNotes: DutyNotes }): Handlers<DutyNotesContract> {
  return {
    getDutyNotes: async () => ({ data: await dutyNotes.list() }),
    setDutyNote: async ({ query, body, session, caller }) => ({
      data: await dutyNotes.set(query.country, body, { session, caller }),
      message: 'The note is saved.',
    }),
  }
}
