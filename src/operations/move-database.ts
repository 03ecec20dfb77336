import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { escapeIdentifier } from 'pg'
import { connectDatabase, type Database } from '#db/client.ts'
import { listTables, readTables, runInLongTransaction, runInSnapshot, writeTables } from '#db/copy-tables.ts'
import { lockFolder } from '#db/folder-lock.ts'
import { installJobs } from '#db/jobs.ts'
import { applyMigrations, assertNotNewer, readSchemaVersion } from '#db/migrate.ts'
import { findDatabaseKind, readMajorVersion } from '#db/postgres/cluster.ts'
import { mendFolder } from '#db/postgres/folder-access.ts'
import { stopLeftOver } from '#db/postgres/launch.ts'
import { listMajors } from '#db/postgres/postgres.ts'
import { describeInstall } from '#db/postgres/programs.ts'
import { writeStateFile } from '#shared/server/state-file.ts'
import { syncFolder } from '#shared/server/sync-folder.ts'
import { siteName } from '#shared/site.ts'

/** `copying`: the new database is incomplete. `verified`: it is complete, and replaces the old one. */
type MoveState = { step: 'copying' | 'verified'; old: string }
type ReportProgress = (text: string) => void
/** The source as text, and the target's major version of PostgreSQL. */
type DatabaseMove = { from: string; major: number }

const applicationName = siteName.toLowerCase()
const getStateFile = (folder: string) => `${folder}.move.json`
const getDraftFolder = (folder: string) => `${folder}.moving`
const listOldFolders = (folder: string) => globSync(`${folder}-{pglite,postgresql}-*`)

/**
 * Moves the database in `folder`, once, from PGlite to a server of our own, where one can be run; `tell`
 * receives the progress. The old folder stays beside it under a dated name. An interrupted move, an upgrade's
 * too, is finished or undone; one that fails leaves everything as it was. Throws when there is a trace of a
 * database and not the database.
 */
export async function moveFromPglite(folder: string, tell: ReportProgress): Promise<void> {
  mendFolder(folder)
  if (findDatabaseKind(folder) === 'postgresql' && !existsSync(getStateFile(folder))) return
  await withMoveLock(folder, async () => {
    const [major] = listMajors(getDraftFolder(folder))
    if (findDatabaseKind(folder) !== 'old' || major === undefined) return
    const failure = await moveDatabase(folder, { from: 'PGlite', major }, tell)
    if (failure !== undefined) tell(failure)
  })
}

/**
 * Moves the database in `folder` to a newer major version of PostgreSQL, `wanted` or the best that is
 * installed, while no site runs on it; one of PGlite to any. Throws when it failed, and then everything is as
 * it was.
 */
export async function upgradeDatabase(
  folder: string,
  wanted: number | undefined,
  tell: ReportProgress,
): Promise<void> {
  mendFolder(folder)
  await withMoveLock(folder, async () => {
    const kind = findDatabaseKind(folder)
    if (!kind) throw new Error(`There is no database in ${folder}.`)
    const own = kind === 'postgresql' ? readMajorVersion(folder) : 0
    const from = own > 0 ? `PostgreSQL ${own}` : 'PGlite'
    const here = listMajors(getDraftFolder(folder))
    const major = wanted ?? here.find((one) => one > own)
    if (major === undefined || major <= own) {
      const none = major === undefined ? 'none here is' : `${major} is not`
      throw new Error(`The database in ${folder} is of ${from}, and ${none} newer.`)
    }
    if (!here.includes(major))
      throw new Error(`PostgreSQL ${major} cannot be run here. ${describeInstall(major)}`)
    const failure = await moveDatabase(folder, { from, major }, tell)
    if (failure !== undefined) throw new Error(failure)
  })
}

/** One process at a time, after an interrupted move is settled. */
async function withMoveLock(folder: string, act: () => Promise<void>): Promise<void> {
  const unlock = lockFolder(`${folder}.move`)
  try {
    await endCutMove(folder)
    assertNoTraces(folder)
    await act()
  } finally {
    unlock()
  }
}

/** Returns a sentence when it failed and was undone. */
async function moveDatabase(
  folder: string,
  { from, major }: DatabaseMove,
  tell: ReportProgress,
): Promise<string | undefined> {
  const date = new Date().toISOString().slice(0, 10)
  const old = `${folder}-${from.toLowerCase().replace(' ', '-')}-${date}`
  tell(`The database in ${folder} moves from ${from} to PostgreSQL ${major}. The old folder is kept.`)
  try {
    if (existsSync(old)) throw new Error(`There is a folder ${old} already.`)
    await writeStateFile(getStateFile(folder), { step: 'copying', old } satisfies MoveState)
    await copyDatabase(folder, { to: getDraftFolder(folder), major }, tell)
    await writeStateFile(getStateFile(folder), { step: 'verified', old } satisfies MoveState)
  } catch (error) {
    await undoMove(folder)
    const reason = error instanceof Error ? error.message : error
    return `The move failed and was undone; the database stays with ${from}. ${reason}`
  }
  await replaceFolder(folder, old)
  tell(`The database has moved. ${old} is not needed any more once you trust the new one.`)
  return undefined
}

/**
 * Copies every table and compares; throws when anything differs. The tables stay in the form that they have, so that
 * the old folder can be opened by the version that it comes from: the new folder is brought up to date when it is opened.
 */
async function copyDatabase(
  from: string,
  { to, major }: { to: string; major: number },
  tell: ReportProgress,
): Promise<void> {
  const source = await connectDatabase({ dataDir: from, applicationName, warn: tell })
  try {
    const target = await connectDatabase({ dataDir: to, major, applicationName, warn: tell })
    try {
      await createSameTables(source, target)
      await copyTables(source, target, tell)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  await syncFolder(dirname(to))
}

async function createSameTables(source: Database, target: Database): Promise<void> {
  const until = await runInSnapshot(source.pool, async (client) => {
    await assertNotNewer(client)
    return readSchemaVersion(client)
  })
  await runInLongTransaction(target.pool, (client) => applyMigrations(client, { until }))
  await installJobs(target.pool)
}

async function copyTables(source: Database, target: Database, tell: ReportProgress): Promise<void> {
  const counts = await runInSnapshot(source.pool, (reading) =>
    runInLongTransaction(target.pool, (writing) => writeTables(writing, readTables(reading))),
  )
  const digests = await digestTables(source)
  const copies = await digestTables(target)
  for (const [table, digest] of digests)
    if (copies.get(table) !== digest) throw new Error(`The rows of ${table} are not the same in the copy.`)
  const rows = counts.values().reduce((sum, one) => sum + one, 0)
  tell(`${rows} rows of ${counts.size} tables were copied and compared.`)
}

/** The number of rows of each table and a sum over their content, which does not depend on their order. */
function digestTables({ pool }: Database): Promise<Map<string, string>> {
  return runInSnapshot(pool, async (client) => {
    const digests = new Map<string, string>()
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(sum(('x' || left(md5(line::text), 15))::bit(60)::bigint), 0) as digest
         from (select ${columns.map(escapeIdentifier).join(', ')} from ${name}) line`,
      )
      digests.set(name, rows[0]?.digest ?? '')
    }
    return digests
  })
}

/**
 * Settles an interrupted move. Before `verified` the new database is discarded; after it the old one is
 * replaced.
 */
async function endCutMove(folder: string): Promise<void> {
  const state = readState(folder)
  if (!state) return
  const isVerified = state.step === 'verified' && existsSync(getDraftFolder(folder))
  if (isVerified && !existsSync(folder)) await replaceFolder(folder, state.old)
  else if (existsSync(folder)) await undoMove(folder)
}

/**
 * The old folder is moved away, then the new one takes its place; each rename is synced to disk before the
 * next.
 */
async function replaceFolder(folder: string, old: string): Promise<void> {
  if (existsSync(folder)) renameSync(folder, old)
  await syncFolder(dirname(folder))
  renameSync(getDraftFolder(folder), folder)
  await syncFolder(dirname(folder))
  deleteMoveFiles(folder)
}

/** The state is deleted last. */
function deleteMoveFiles(folder: string): void {
  const draft = getDraftFolder(folder)
  for (const file of [`${draft}.lock`, `${draft}.log`, `${draft}.reserve`, getStateFile(folder)])
    rmSync(file, { force: true })
}

async function undoMove(folder: string): Promise<void> {
  await stopLeftOver(getDraftFolder(folder))
  for (const path of [getDraftFolder(folder), `${getDraftFolder(folder)}.new`])
    rmSync(path, { recursive: true, force: true, maxRetries: 10 }) // a killed one may still write
  deleteMoveFiles(folder)
}

/** Where a database has been, no empty one is ever created in its place. */
function assertNoTraces(folder: string): void {
  const traces = [getStateFile(folder), getDraftFolder(folder), ...listOldFolders(folder)].filter((path) =>
    existsSync(path),
  )
  if (existsSync(folder) || traces.length === 0) return
  throw new Error(
    `There is no database in ${folder}, but what is left of a move: ${traces.map((path) => basename(path)).join(', ')}. ` +
      `Rename the folder that holds your data to ${basename(folder)}, or restore a backup after moving these away.`,
  )
}

function readState(folder: string): MoveState | undefined {
  return existsSync(getStateFile(folder)) ? JSON.parse(readFileSync(getStateFile(folder), 'utf8')) : undefined
}
