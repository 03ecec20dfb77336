import type { Handlers } from '#shared/server/register-routes.ts'
import type { DutyNotesContract } from '../contract.ts'
import type { DutyNotes } from './duty-notes.ts'

/** Handler of the call that lists the notes. */
export function dutyNoteHandlers({ dutyNotes }: { dutyNotes: DutyNotes }): Handlers<DutyNotesContract> {
  return { getDutyNotes: async () => ({ data: await dutyNotes.list() }) }
}
