import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDatabaseLocation } from '#test/database.ts'
import { connectDatabase } from './client.ts'
import { createOpenError, describeDamage } from './damage.ts'

const log = 'pg_wal/000000010000000000000001'
const sizes = {
  PG_VERSION: 3,
  'global/pg_control': 8192,
  'global/pg_filenode.map': 524,
  [log]: 16 * 1024 * 1024,
}
let folder: string
/** What a folder of a database has at least, in the sizes of its own. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damage-'))
  for (const name of ['base', 'global', 'pg_wal', 'pg_xact']) mkdirSync(join(folder, name))
  for (const [name, bytes] of Object.entries(sizes)) {
    writeFileSync(join(folder, name), '')
    cut(name, bytes)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

const remove = (name: string) => rmSync(join(folder, name), { recursive: true })
const cut = (name: string, bytes: number) => truncateSync(join(folder, name), bytes)

test.each<[string | undefined, () => void]>([
  [undefined, () => {}],
  ['Its file PG_VERSION is missing.', () => remove('PG_VERSION')],
  ['Its file PG_VERSION is empty.', () => cut('PG_VERSION', 0)],
  ['Its file global/pg_control is missing.', () => remove('global/pg_control')],
  ['Its file global/pg_control is incomplete.', () => cut('global/pg_control', 100)],
  ['Its folder pg_wal is missing.', () => remove('pg_wal')],
  ['Its folder base is missing.', () => remove('base')],
  ['Its log, the files in pg_wal, is missing.', () => remove(log)],
  [`The file ${log} of its log is incomplete.`, () => cut(log, 1_000_000)],
])('of a folder is said: %s', (expected, damage) => {
  damage()
  expect(describeDamage(folder)).toBe(expected)
})

test('a folder with other things in it is none of a database', () => {
  const holiday = join(folder, 'holiday')
  mkdirSync(holiday)
  writeFileSync(join(holiday, 'beach.txt'), '')
  expect(describeDamage(holiday)).toBe("The folder isn't empty and contains no database.")
})

test('a damaged database is refused with what was found and what to do, a whole one is not called damaged', async () => {
  const dataDir = await createCluster()
  expect(describeDamage(dataDir)).toBeUndefined()
  truncateSync(join(dataDir, 'global/pg_control'), 100)
  await expect(connectDatabase({ dataDir, applicationName: 'tests' })).rejects.toThrow(
    `The database folder ${dataDir} cannot be opened. Its file global/pg_control is incomplete. Move the folder ` +
      'away; this restores a backup from elsewhere: npm run cli -- restore FILE --replace',
  )
})

test('advises nothing that could lose the data when a database does not open and no damage is found', async () => {
  const { message } = await createOpenError(folder, new Error('it stopped'))
  expect(message).toBe(
    `The database folder ${folder} cannot be opened. PostgreSQL reports: it stopped. Start again. If the error is the ` +
      'same, do not change the folder. In a new folder this restores a backup from elsewhere: DATA_DIR=./restored ' +
      'npm run cli -- restore FILE',
  )
})

/** A database that was closed in order. */
async function createCluster(): Promise<string> {
  const { config, remove: tidy } = await createDatabaseLocation('embedded', 'empty')
  onTestFinished(tidy)
  const { close } = await connectDatabase({ ...config, applicationName: 'tests' })
  await close()
  return config.dataDir
}
