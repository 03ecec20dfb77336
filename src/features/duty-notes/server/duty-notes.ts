import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { recordEvent } from '#db/queries/security-events.ts'
import { dutyNotes } from '#db/schema.ts'
import type { DutyNote } from '../contract.ts'
import builtInFile from '../duty-notes.json' with { type: 'json' }
import { type DutyFile, parseDutyFile } from './parse-duty-notes.ts'

export type DutyNotes = ReturnType<typeof createDutyNotes>
/** The change that an import made to the note of a country. */
export type DutyNoteChange = { country: string; note: 'written' | 'taken back' }

type NoteTexts = Pick<DutyNote, 'text' | 'asOf' | 'source'>

const builtInNotes = new Map(
  listByCountry(builtInFile).map((note): [string, DutyNote] => [note.country, { ...note, updatedAt: null }]),
)

/** Notes on duty and tax: built-in notes, and the operator's notes that replace them. */
export function createDutyNotes({ db }: { db: Db }) {
  return {
    /** All notes, sorted by country code. */
    list: () => readNotes(db),

    /** All notes as a file that can be imported again. */
    export: async (): Promise<DutyFile> => toDutyFile(await readNotes(db)),

    /**
     * Replaces the operator's notes with those of a file. A country that is not in the file gets its
     * built-in note back. Throws an Error with one sentence when the file is invalid; then nothing changes.
     */
    async import(file: unknown): Promise<DutyNoteChange[]> {
      const imported = new Map(listByCountry(parseDutyFile(file)).map((note) => [note.country, note]))
      return db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${dutyNotes} in share row exclusive mode`)
        const changes: DutyNoteChange[] = []
        for (const { country, updatedAt } of await readNotes(tx))
          if (updatedAt !== null && !imported.has(country)) changes.push(await deleteNote(tx, country))
        for (const note of imported.values()) changes.push(...(await importNote(tx, note)))
        for (const { country, note } of changes)
          await recordEvent(tx, { type: 'duty-note-changed', details: { country, note } })
        return changes
      })
    },
  }
}

type CountryNote = NoteTexts & { country: string }

function listByCountry(file: DutyFile): CountryNote[] {
  return file.flatMap(({ countries, text, asOf, source }) =>
    countries.map((country) => ({ country, text, asOf, source })),
  )
}

function toDutyFile(notes: readonly DutyNote[]): DutyFile {
  const entries = new Map<string, DutyFile[number]>()
  for (const { country, text, asOf, source } of notes) {
    const key = JSON.stringify([text, asOf, source])
    const entry = entries.get(key) ?? { countries: [], text, asOf, source }
    entry.countries.push(country)
    entries.set(key, entry)
  }
  return [...entries.values()]
}

async function readNotes(db: Db): Promise<DutyNote[]> {
  const rows = await db.select().from(dutyNotes)
  const ownNotes = rows.map((row): [string, DutyNote] => [
    row.country,
    { ...row, updatedAt: row.updatedAt.toISOString() },
  ])
  const notes = new Map([...builtInNotes, ...ownNotes])
  return [...notes.values()].sort((left, right) => (left.country < right.country ? -1 : 1))
}

/** A note that equals the built-in one is not stored, so that a new release of the site can update it. */
async function importNote(tx: Db, note: CountryNote): Promise<DutyNoteChange[]> {
  const [row] = await tx.select().from(dutyNotes).where(eq(dutyNotes.country, note.country))
  const builtIn = builtInNotes.get(note.country)
  if (builtIn && hasSameTexts(builtIn, note)) return row ? [await deleteNote(tx, note.country)] : []
  if (row && hasSameTexts(row, note)) return []
  await tx
    .insert(dutyNotes)
    .values(note)
    .onConflictDoUpdate({ target: dutyNotes.country, set: { ...note, updatedAt: sql`now()` } })
  return [{ country: note.country, note: 'written' }]
}

async function deleteNote(tx: Db, country: string): Promise<DutyNoteChange> {
  await tx.delete(dutyNotes).where(eq(dutyNotes.country, country))
  return { country, note: 'taken back' }
}

function hasSameTexts(left: NoteTexts, right: NoteTexts): boolean {
  return left.text === right.text && left.asOf === right.asOf && left.source === right.source
}
