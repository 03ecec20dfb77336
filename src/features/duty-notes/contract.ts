import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'

export const dutyNote = z.object({
  country: z.string(),
  text: z.string(),
  /** The date of the source in its own format: '2026-07'. */
  asOf: z.string(),
  source: z.string(),
  /** When the operator imported it; null for the built-in one. */
  updatedAt: z.string().nullable(),
})
export type DutyNote = z.output<typeof dutyNote>

export const dutyNotesContract = defineContract({
  getDutyNotes: {
    method: 'GET',
    path: '/shipping/dutyNotes',
    access: 'anyone',
    summary: 'Lists notes on duty and tax by country, each with its date and source. For information only.',
    reply: z.array(dutyNote),
    cache: 'shared',
  },
})
export type DutyNotesContract = typeof dutyNotesContract
