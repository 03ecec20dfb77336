import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectDatabase, type Database, openDatabase } from '#db/client.ts'
import { openPglite } from '#db/pglite/pglite.ts'
import { findDatabaseKind, readMajorVersion } from '#db/postgres/cluster.ts'
import { listMajors } from '#db/postgres/postgres.ts'
import { aSession, aUser } from '#support/factories.ts'
import { openPgliteDatabase } from '#support/pglite-database.ts'
import { digestTables, type TableDigest } from '#support/table-digests.ts'
import { killPrograms, runProgram } from '#test/programs/child.ts'
import { seedDemo } from '../../db/seed.ts'
import { moveFromPglite, upgradeDatabase } from './move-database.ts'

let dataDir: string
let folder: string
let before: Map<string, TableDigest>
const messages: string[] = []
const tell = (text: string) => void messages.push(text)

beforeEach(() => {
  messages.length = 0
  dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  folder = join(dataDir, 'db')
})
afterEach(() => {
  killPrograms()
  rmSync(dataDir, { recursive: true })
})

type OpenedDatabase = Pick<Database, 'db' | 'pool' | 'close'>
type Made = { path: string; digest: Map<string, TableDigest> }
const made = new Map<string, Made>()
afterAll(() => {
  for (const { path } of made.values()) rmSync(path, { recursive: true })
})

/** Puts a full database into place, which is made once for all tests. */
async function putDatabase(name: string, open: (path: string) => Promise<OpenedDatabase>): Promise<void> {
  const { path, digest } = made.get(name) ?? (await makeDatabase(open))
  made.set(name, { path, digest })
  cpSync(join(path, 'db'), folder, { recursive: true })
  before = digest
}

async function makeDatabase(open: (path: string) => Promise<OpenedDatabase>): Promise<Made> {
  const path = mkdtempSync(join(tmpdir(), 'made-'))
  const { db, pool, close } = await open(join(path, 'db'))
  await seedDemo(db, { mediaDir: join(path, 'media') })
  await aSession(db, await aUser(db))
  const digestDatabase = await digestTables(pool)
  await close()
  return { path, digest: digestDatabase }
}

/** A full folder of PGlite, as the first releases left it. */
async function putOld(): Promise<void> {
  await putDatabase('old', openPgliteDatabase)
}

const majors = listMajors(tmpdir())
const newest = Math.max(...majors)
const older = Math.min(...majors)

/** As a site that began on an older version left it. */
const putOlder = () =>
  putDatabase('older', (path) => openDatabase({ dataDir: path, major: older, applicationName: 'tests' }))

async function withDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ dataDir: folder, applicationName: 'tests' })
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}
const digest = () => withDatabase(({ pool }) => digestTables(pool))
const listOldNames = () => readdirSync(dataDir).filter((name) => name.startsWith('db-pglite-'))

test('moves the previous release’s database with every row and keeps its folder; finishes an interrupted move', async () => {
  await putOld()
  await moveFromPglite(folder, tell)
  expect(findDatabaseKind(folder)).toBe('postgresql')
  expect(await digest()).toEqual(before)
  expect(listOldNames()).toEqual([expect.stringMatching(/^db-pglite-\d{4}-\d\d-\d\d$/)])
  expect(findDatabaseKind(join(dataDir, listOldNames()[0] ?? ''))).toBe('pglite')
  expect(messages.join('\n')).toMatch(
    /from PGlite to PostgreSQL.+Copied and compared \d+ rows of \d+ tables\..+was moved/s,
  )
  const after = readdirSync(dataDir)
  await moveFromPglite(folder, tell)
  expect(readdirSync(dataDir)).toEqual(after)

  // As if it had been cut between its two renames.
  renameSync(folder, `${folder}.moving`)
  writeFileSync(
    `${folder}.move.json`,
    JSON.stringify({ step: 'verified', old: join(dataDir, listOldNames()[0] ?? '') }),
  )
  await moveFromPglite(folder, tell)
  expect(await digest()).toEqual(before)
  expect(readdirSync(dataDir)).toEqual(after)
})

test('a move that is killed at any step is repeated without loss', {
  timeout: 180_000,
}, async () => {
  await putOld()
  for (const step of ['.move.json', '.moving/postmaster.pid']) {
    const first = runProgram('move.ts', folder)
    await vi.waitUntil(() => existsSync(folder + step), { interval: 1, timeout: 60_000 })
    first.process.kill('SIGKILL')
    await first.ended
    expect(findDatabaseKind(folder)).toBe('pglite')
  }
  const last = runProgram('move.ts', folder)
  await last.waitForOutput('done')
  expect(findDatabaseKind(folder)).toBe('postgresql')
  expect(await digest()).toEqual(before)
})

test('discards a copy that differs and keeps the old database', async () => {
  await putOld()
  const { pool, close } = await openPglite(folder)
  await pool.query('create table more (id int); insert into more values (1)')
  await close()
  await expect(moveFromPglite(folder, tell)).rejects.toThrow(
    /^The move failed and was undone\. The database still uses PGlite\. The database has no table public\.more\.$/,
  )
  expect(findDatabaseKind(folder)).toBe('pglite')
  expect(existsSync(`${folder}.moving`)).toBe(false)
})

test.each(['db-pglite-2026-11-23', 'db.moving'])('creates no empty database beside %s', async (trace) => {
  mkdirSync(join(dataDir, trace))
  await expect(moveFromPglite(folder, tell)).rejects.toThrow(
    `but there are files of a move: ${trace}. Rename the folder`,
  )
  expect(existsSync(folder)).toBe(false)
})

// Where only one is installed there is nothing to move between.
describe.runIf(newest > older)('a database of an older PostgreSQL', { timeout: 180_000 }, () => {
  test('is upgraded with every row when no site uses it, and its folder is kept', async () => {
    await putOlder()
    await withDatabase(async () => {
      await expect(upgradeDatabase(folder, newest, tell)).rejects.toThrow(/ is in use by another process\./)
    })
    expect([readMajorVersion(folder), await digest()]).toEqual([older, before])
    await upgradeDatabase(folder, newest, tell)
    expect([readMajorVersion(folder), await digest()]).toEqual([newest, before])
    const [oldFolder = ''] = readdirSync(dataDir).filter((name) => name.startsWith(`db-postgresql-${older}-`))
    expect(readMajorVersion(join(dataDir, oldFolder))).toBe(older)
    expect(messages.join('\n')).toMatch(/from PostgreSQL \d+ to PostgreSQL \d+\..+compared .+was moved/s)
    await expect(upgradeDatabase(folder, undefined, tell)).rejects.toThrow(
      `The database in ${folder} has the version PostgreSQL ${newest}, and no newer version is installed.`,
    )
  })

  test('is unchanged at the next start after a killed move', async () => {
    await putOlder()
    const first = runProgram('upgrade.ts', folder)
    await vi.waitUntil(() => existsSync(`${folder}.moving/postmaster.pid`), { interval: 1, timeout: 60_000 })
    first.process.kill('SIGKILL')
    await first.ended
    await moveFromPglite(folder, tell)
    expect([existsSync(`${folder}.move.json`), existsSync(`${folder}.moving`)]).toEqual([false, false])
    expect([readMajorVersion(folder), await digest()]).toEqual([older, before])
  })
})

test('moves a PGlite database on request', async () => {
  await putOld()
  writeFileSync(join(folder, 'KIND'), 'pglite\n') // as later releases left it
  await expect(withDatabase(async () => {})).rejects.toThrow(
    `The database in ${folder} was made by PGlite, which the site no longer uses. npm start moves it to PostgreSQL, ` +
      'and so does npm run cli -- db:upgrade.',
  )
  await upgradeDatabase(folder, undefined, tell)
  expect([findDatabaseKind(folder), readMajorVersion(folder), await digest()]).toEqual([
    'postgresql',
    majors[0],
    before,
  ])
})

test('explains why there is nothing to upgrade', async () => {
  await expect(upgradeDatabase(folder, undefined, tell)).rejects.toThrow(`There is no database in ${folder}.`)
  await putOlder()
  await expect(upgradeDatabase(folder, older, tell)).rejects.toThrow(
    `The database in ${folder} has the version PostgreSQL ${older}, and PostgreSQL ${older} is not newer.`,
  )
  await expect(upgradeDatabase(folder, 99, tell)).rejects.toThrow(
    'PostgreSQL 99 cannot run here. Install it (Debian: apt-get install postgresql-99).',
  )
})
