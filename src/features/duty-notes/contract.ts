import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { lineParameter } from '#shared/wire.ts'
import { dutyNoteLimits } from './spec.ts'

export const dutyNote = z.object({
  country: z.string(),
  text: z.string(),
  /** The date of the source, as written there: '2026-07'. */
  asOf: z.string(),
  source: z.string(),
  /** When an admin wrote it; null for the built-in one. */
  updatedAt: z.string().nullable(),
})
export type DutyNote = z.output<typeof dutyNote>

const noteLine = (name: string, max: number) =>
  lineParameter({ max, missing: `${name} is required.`, wrong: `This ${name} cannot be used.` })

export const dutyNotesContract = defineContract({
  getDutyNotes: {
    method: 'GET',
    path: '/shipping/dutyNotes',
    access: 'anyone',
    summary: 'Lists notes on duty and tax by country, each with its date and source. For information only.',
    reply: z.array(dutyNote),
    cache: 'shared',
  },
  setDutyNote: {
    method: 'PATCH',
    path: '/shipping/dutyNotes',
    access: 'admin',
    summary: 'Changes the note of a country. An empty text restores the built-in note.',
    query: z.object({ country: z.string().regex(/^[A-Z]{2}$/, 'A country is two capital letters.') }),
    body: z.object({
      text: z.union(
        [z.literal(''), noteLine('text', dutyNoteLimits.text)],
        `A note is one line of at most ${dutyNoteLimits.text} characters.`,
      ),
      asOf: noteLine('asOf', dutyNoteLimits.asOf).optional(),
      source: noteLine('source', dutyNoteLimits.source).optional(),
    }),
    reply: z.array(dutyNote),
    invalidates: [['getDutyNotes']],
  },
})
export type DutyNotesContract = typeof dutyNotesContract
