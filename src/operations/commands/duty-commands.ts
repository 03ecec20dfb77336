import type { Db } from '#db/db.ts'
import { createDutyNotes } from '#features/duty-notes/server/duty-notes.ts'
import { readJsonFile, writeJsonFile } from './json-files.ts'

/** The maximum size of a file: enough for notes of all countries at their full length. */
const maxDutyFileBytes = 1024 * 1024

/** Writes the duty notes that shoppers see to a file. */
export async function exportDutyNotes(db: Db, file: string): Promise<void> {
  const notes = await createDutyNotes({ db }).export()
  await writeJsonFile(file, notes, maxDutyFileBytes)
  console.log(
    `${file} holds the duty notes of ${notes.flatMap(({ countries }) => countries).length} countries.`,
  )
}

/** Replaces the operator's duty notes with those of a file, and prints what changed. Throws when it is invalid. */
export async function importDutyNotes(db: Db, file: string): Promise<void> {
  const changes = await createDutyNotes({ db }).import(await readJsonFile(file, maxDutyFileBytes))
  for (const { country, note } of changes)
    console.log(`${country}: ${note === 'written' ? 'new note' : 'built-in note restored'}`)
  if (changes.length === 0) console.log('Nothing changed.')
  else if (changes.length === 1) console.log('1 note changed. Shoppers see it within five minutes.')
  else console.log(`${changes.length} notes changed. Shoppers see them within five minutes.`)
}
