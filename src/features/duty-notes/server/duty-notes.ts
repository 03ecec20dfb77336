import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { dutyNotes } from '#db/schema.ts'
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { unknownDestination } from '#features/freight/spec.ts'
import type { HandlerInput } from '#shared/contract.ts'
import { createFieldError } from '#shared/failure.ts'
import { formatUtcDay } from '#shared/format/format-date.ts'
import type { Actor } from '#shared/server/access/actor.ts'
import type { DutyNote, DutyNotesContract } from '../contract.ts'
import embedded from '../duty-notes.json' with { type: 'json' }

export type DutyNotes = ReturnType<typeof createDutyNotes>

type DutyNoteRow = typeof dutyNotes.$inferSelect
type DutyNoteInput = HandlerInput<DutyNotesContract['setDutyNote']>['body']

/** The built-in notes, by country. */
const builtInNotes = new Map(
  embedded.flatMap(({ countries: codes, text, asOf, source }) =>
    codes.map((country): [string, DutyNote] => [country, { country, text, asOf, source, updatedAt: null }]),
  ),
)
const codes = new Set(countries.map(({ code }) => code))

/** Notes on duty and tax: the built-in ones, and those that admins wrote to replace them. */
export function createDutyNotes({ db }: { db: Db }) {
  return {
    list: () => readNotes(db),

    /**
     * Writes a country's note, or restores the built-in one when the text is empty; throws a RequestError
     * (400) for an unknown country.
     */
    async set(country: string, words: DutyNoteInput, actor: Actor): Promise<DutyNote[]> {
      if (!codes.has(country)) throw createFieldError('country', unknownDestination)
      return db.transaction(async (tx) => {
        const isChanged =
          words.text === '' ? await deleteNote(tx, country) : await saveNote(tx, country, words)
        if (isChanged) {
          const details = { country, note: words.text === '' ? 'taken back' : 'written' }
          const { session, caller } = actor
          await recordEvent(tx, { type: 'duty-note-changed', actorId: session.userId, caller, details })
        }
        return readNotes(tx)
      })
    },
  }
}

async function readNotes(db: Db): Promise<DutyNote[]> {
  const written = await db.select().from(dutyNotes)
  const notes = new Map([
    ...builtInNotes,
    ...written.map((row) => [row.country, serializeDutyNote(row)] as const),
  ])
  return [...notes.values()].sort((one, other) => (one.country < other.country ? -1 : 1))
}

function serializeDutyNote({ country, text, asOf, source, updatedAt }: DutyNoteRow): DutyNote {
  return { country, text, asOf, source, updatedAt: updatedAt.toISOString() }
}

async function deleteNote(tx: Db, country: string): Promise<boolean> {
  const gone = await tx.delete(dutyNotes).where(eq(dutyNotes.country, country)).returning()
  return gone.length > 0
}

/** Date and source of a note without its own: today's, and the site. */
async function saveNote(tx: Db, country: string, words: DutyNoteInput): Promise<boolean> {
  const values = {
    country,
    text: words.text,
    asOf: words.asOf ?? formatUtcDay(Date.now()),
    source: words.source ?? 'Our own note',
  }
  const [row] = await tx.select().from(dutyNotes).where(eq(dutyNotes.country, country)).for('update')
  if (row?.text === values.text && row.asOf === values.asOf && row.source === values.source) return false
  await tx
    .insert(dutyNotes)
    .values(values)
    .onConflictDoUpdate({ target: dutyNotes.country, set: { ...values, updatedAt: sql`now()` } })
  return true
}
