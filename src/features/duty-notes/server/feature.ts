import type { Platform } from '#platform/platform.ts'
import { createDutyNotes } from './duty-notes.ts'
import { dutyNoteHandlers } from './routes.ts'

export function createDutyNotesFeature({ db }: Platform) {
  return { handlers: dutyNoteHandlers({ dutyNotes: createDutyNotes({ db }) }) }
}
