import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { escapeIdentifier } from 'pg'
import { connectDatabase } from '#db/client.ts'
import { listTables, readTables, runInLongTransaction, runInSnapshot, writeTables } from '#db/copy-tables.ts'
import { lockFolder } from '#db/folder-lock.ts'
import { installJobs } from '#db/jobs.ts'
import { applyMigrations, assertNotNewer, readSchemaVersion } from '#db/migrate.ts'
import { openPglite, type PgliteDatabase } from '#db/pglite/pglite.ts'
import { findDatabaseKind, readMajorVersion } from '#db/postgres/cluster.ts'
import { repairFolder } from '#db/postgres/folder-access.ts'
import { stopOrphanedServer } from '#db/postgres/launch.ts'
import { listMajors } from '#db/postgres/postgres.ts'
import { describeInstall, describeNoServer } from '#db/postgres/programs.ts'
import { writeStateFile } from '#shared/server/state-file.ts'
import { syncFolder } from '#shared/server/sync-folder.ts'
import { siteName } from '#shared/site.ts'

/** `copying`: the new database is incomplete. `verified`: it is complete, and replaces the old one. */
type MoveState = { step: 'copying' | 'verified'; old: string }
type WithPool = Pick<PgliteDatabase, 'pool'>
type ReportProgress = (text: string) => void
/** The source as text, and the target's major version of PostgreSQL. */
type DatabaseMove = { from: string; major: number }

const applicationName = siteName.toLowerCase()
const getStateFile = (folder: string) => `${folder}.move.json`
const getDraftFolder = (folder: string) => `${folder}.moving`
const listOldFolders = (folder: string) => globSync(`${folder}-{pglite,postgresql}-*`)

/**
 * Moves a database that PGlite made in `folder` to our own PostgreSQL server. The old folder stays beside it under a
 * dated name. Finishes or undoes an interrupted move, also of an upgrade. Throws when a move fails, which changes
 * nothing, and when there are files of a move but no database.
 */
export async function moveFromPglite(folder: string, reportProgress: ReportProgress): Promise<void> {
  repairFolder(folder)
  if (findDatabaseKind(folder) === 'postgresql' && !existsSync(getStateFile(folder))) return
  await withMoveLock(folder, async () => {
    if (findDatabaseKind(folder) !== 'pglite') return
    const [major] = listMajors(getDraftFolder(folder))
    if (major === undefined)
      throw new Error(`The database in ${folder} was made by PGlite and has to move. ${describeNoServer()}`)
    await moveDatabase(folder, { from: 'PGlite', major }, reportProgress)
  })
}

/**
 * Moves the database in `folder`, which no site may use meanwhile, to a newer major version of PostgreSQL:
 * `requestedMajor`, or the best that is installed. A PGlite database moves to any version. Throws when it fails; then
 * nothing has changed.
 */
export async function upgradeDatabase(
  folder: string,
  requestedMajor: number | undefined,
  reportProgress: ReportProgress,
): Promise<void> {
  repairFolder(folder)
  await withMoveLock(folder, async () => {
    const kind = findDatabaseKind(folder)
    if (!kind) throw new Error(`There is no database in ${folder}.`)
    const ownMajor = kind === 'postgresql' ? readMajorVersion(folder) : 0
    const from = ownMajor > 0 ? `PostgreSQL ${ownMajor}` : 'PGlite'
    const available = listMajors(getDraftFolder(folder))
    const major = requestedMajor ?? available.find((version) => version > ownMajor)
    if (major === undefined || major <= ownMajor) {
      const reason =
        major === undefined ? 'no newer version is installed' : `PostgreSQL ${major} is not newer`
      throw new Error(`The database in ${folder} has the version ${from}, and ${reason}.`)
    }
    if (!available.includes(major))
      throw new Error(`PostgreSQL ${major} cannot run here. ${describeInstall(major)}`)
    await moveDatabase(folder, { from, major }, reportProgress)
  })
}

/** Settles an interrupted move and then runs `move`, in one process at a time. */
async function withMoveLock(folder: string, move: () => Promise<void>): Promise<void> {
  const unlock = lockFolder(`${folder}.move`)
  try {
    await settleInterruptedMove(folder)
    assertNoTraces(folder)
    await move()
  } finally {
    unlock()
  }
}

/** Throws a message for the operator when the move failed and was undone. */
async function moveDatabase(
  folder: string,
  { from, major }: DatabaseMove,
  reportProgress: ReportProgress,
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const old = `${folder}-${from.toLowerCase().replace(' ', '-')}-${date}`
  reportProgress(
    `Moving the database in ${folder} from ${from} to PostgreSQL ${major}. The old folder is kept.`,
  )
  try {
    if (existsSync(old)) throw new Error(`The folder ${old} already exists.`)
    await writeStateFile(getStateFile(folder), { step: 'copying', old } satisfies MoveState)
    await copyDatabase(folder, { to: getDraftFolder(folder), major }, reportProgress)
    await writeStateFile(getStateFile(folder), { step: 'verified', old } satisfies MoveState)
  } catch (error) {
    await undoMove(folder)
    const reason = error instanceof Error ? error.message : error
    throw new Error(`The move failed and was undone. The database still uses ${from}. ${reason}`, {
      cause: error,
    })
  }
  await replaceFolder(folder, old)
  reportProgress(`The database was moved. You can delete ${old} once you trust the new one.`)
}

/**
 * Copies and compares every table; throws when anything differs. The schema version stays the same, so that the
 * previous version can open the old folder; the new folder is migrated when it is opened.
 */
async function copyDatabase(
  from: string,
  { to, major }: { to: string; major: number },
  reportProgress: ReportProgress,
): Promise<void> {
  const source =
    findDatabaseKind(from) === 'pglite'
      ? await openPglite(from)
      : await connectDatabase({ dataDir: from, applicationName, warn: reportProgress })
  try {
    const target = await connectDatabase({ dataDir: to, major, applicationName, warn: reportProgress })
    try {
      await createSameTables(source, target)
      await copyTables(source, target, reportProgress)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  await syncFolder(dirname(to))
}

async function createSameTables(source: WithPool, target: WithPool): Promise<void> {
  const until = await runInSnapshot(source.pool, async (client) => {
    await assertNotNewer(client)
    return readSchemaVersion(client)
  })
  await runInLongTransaction(target.pool, (client) => applyMigrations(client, { until }))
  await installJobs(target.pool)
}

async function copyTables(source: WithPool, target: WithPool, reportProgress: ReportProgress): Promise<void> {
  const counts = await runInSnapshot(source.pool, (reading) =>
    runInLongTransaction(target.pool, (writing) => writeTables(writing, readTables(reading))),
  )
  const digests = await digestTables(source)
  const copies = await digestTables(target)
  for (const [table, digest] of digests)
    if (copies.get(table) !== digest) throw new Error(`The rows of ${table} differ in the copy.`)
  const rows = counts.values().reduce((sum, count) => sum + count, 0)
  reportProgress(`Copied and compared ${rows} rows of ${counts.size} tables.`)
}

/** For each table, the number of rows and a checksum of their content that does not depend on their order. */
function digestTables({ pool }: WithPool): Promise<Map<string, string>> {
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
async function settleInterruptedMove(folder: string): Promise<void> {
  const state = readState(folder)
  if (!state) return
  const isVerified = state.step === 'verified' && existsSync(getDraftFolder(folder))
  if (isVerified && !existsSync(folder)) await replaceFolder(folder, state.old)
  else if (existsSync(folder)) await undoMove(folder)
}

/**
 * Renames the old folder, then moves the new one into its position. Each rename is synced to disk before the next.
 */
async function replaceFolder(folder: string, old: string): Promise<void> {
  if (existsSync(folder)) renameSync(folder, old)
  await syncFolder(dirname(folder))
  renameSync(getDraftFolder(folder), folder)
  await syncFolder(dirname(folder))
  deleteMoveFiles(folder)
}

/** Deletes the files of a move; the state is deleted last. */
function deleteMoveFiles(folder: string): void {
  const draft = getDraftFolder(folder)
  for (const file of [`${draft}.lock`, `${draft}.log`, `${draft}.reserve`, getStateFile(folder)])
    rmSync(file, { force: true })
}

async function undoMove(folder: string): Promise<void> {
  await stopOrphanedServer(getDraftFolder(folder))
  for (const path of [getDraftFolder(folder), `${getDraftFolder(folder)}.new`])
    rmSync(path, { recursive: true, force: true, maxRetries: 10 }) // a killed server may still be writing
  deleteMoveFiles(folder)
}

/** Throws if there are files of a move but no database, so that no empty one is created instead. */
function assertNoTraces(folder: string): void {
  const traces = [getStateFile(folder), getDraftFolder(folder), ...listOldFolders(folder)].filter((path) =>
    existsSync(path),
  )
  if (existsSync(folder) || traces.length === 0) return
  throw new Error(
    `There is no database in ${folder}, but there are files of a move: ${traces.map((path) => basename(path)).join(', ')}. ` +
      `Rename the folder that holds your data to ${basename(folder)}, or move these files away and restore a backup.`,
  )
}

function readState(folder: string): MoveState | undefined {
  return existsSync(getStateFile(folder)) ? JSON.parse(readFileSync(getStateFile(folder), 'utf8')) : undefined
}
