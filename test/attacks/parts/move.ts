import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findDatabaseKind } from '#db/postgres/cluster.ts'
import { readPostmaster } from '#db/postgres/socket-folder.ts'
import { aQcSet, aReview, aSession, aUser, passwordHash } from '#support/factories.ts'
import { openPgliteDatabase } from '#support/pglite-database.ts'
import { type Site, startSite } from '#support/site.ts'
import { digestTables, type TableDigest } from '#support/table-digests.ts'
import { seedDemo } from '../../../db/seed.ts'
import { digestRows, listBrokenRules } from '../data.ts'
import { type Report, tally } from '../report.ts'

const people = 40
/** Tables that every start writes to. */
const changingTables = ['public.security_events', 'pgboss.job', 'pgboss.queue']

type Rows = Map<string, TableDigest>
type Round = { moment: string; wrong: string[] }

/** A site is killed during the move of its PGlite database, alone or with its servers; the next start has every row. */
export async function moveDatabase(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-pglite-'))
  try {
    const rows = await createPgliteFolder(folder)
    const site = await startSite({ seeded: { dataDir: folder } })
    try {
      const moveMs = await measureMoveMs(site, folder)
      const rounds: Round[] = []
      while (rounds.length < report.amount(3, 10, 50))
        rounds.push(await killOnce(site, { folder, rows, moveMs, withServers: rounds.length % 2 === 1 }))
      report.check('a killed move loses no rows', {
        figure: `${rows.size} tables, ${[...rows.values()].reduce((sum, { count }) => sum + count, 0)} rows; killed ${rounds.map(({ moment }) => moment).join(', ')}`,
        ...tally(
          rounds,
          ({ wrong }) => wrong.length === 0,
          ({ moment, wrong }) => `${moment}: ${wrong.join('; ')}`,
        ),
      })
    } finally {
      await site.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A data folder of the last release, with the demo catalogue and data of people. */
async function createPgliteFolder(folder: string): Promise<Rows> {
  const dataDir = join(folder, 'db')
  mkdirSync(join(folder, 'pictures'))
  const { db, pool, close } = await openPgliteDatabase(dataDir)
  await seedDemo(db, { mediaDir: join(folder, 'media') })
  for (let one = 0; one < people; one += 1) {
    const user = await aUser(db, { passwordHash, role: one === 0 ? 'admin' : 'user' })
    await aSession(db, user)
    await aReview(db, { userId: user.id })
    await aQcSet(db, { userId: user.id })
  }
  await pool.query(`insert into watches (user_id, shop_type, item_id, below_fen)
    select users.id, shop_type, item_id, 1 from users, products`)
  const rows = await digestTables(pool)
  await close()
  return rows
}

const resolvePath = (site: Site, name: string) => join(site.dataDir, name)

/** Restores the PGlite folder, without traces of a move. */
function restorePglite(site: Site, folder: string): void {
  for (const name of readdirSync(site.dataDir).filter((one) => /^db\b/.test(one)))
    rmSync(resolvePath(site, name), { recursive: true })
  cpSync(join(folder, 'db'), resolvePath(site, 'db'), { recursive: true })
}

const isMoving = (site: Site) => existsSync(resolvePath(site, 'db.move.json'))
const waitForMove = async (site: Site) => {
  while (!isMoving(site)) await delay(2)
}

async function measureMoveMs(site: Site, folder: string): Promise<number> {
  await site.end()
  restorePglite(site, folder)
  const starting = site.restart()
  await waitForMove(site)
  const from = performance.now()
  while (isMoving(site)) await delay(2)
  await starting
  return performance.now() - from
}

type KillOptions = { folder: string; rows: Rows; moveMs: number; withServers: boolean }

async function killOnce(site: Site, { folder, rows, moveMs, withServers }: KillOptions): Promise<Round> {
  await site.end()
  restorePglite(site, folder)
  const starting = site.restart().catch(() => {}) // killed before it is ready
  await waitForMove(site)
  const ms = randomInt(Math.ceil(moveMs))
  await delay(ms)
  const step = isMoving(site) ? 'during the move' : 'after the move'
  await site.kill()
  if (withServers) for (const name of ['db', 'db.moving']) killServer(resolvePath(site, name))
  await starting
  await site.restart()
  return { moment: `at ${ms} ms ${step}`, wrong: await listProblems(site, rows) }
}

function killServer(folder: string): void {
  const server = readPostmaster(folder)
  try {
    if (server) process.kill(server.pid, 'SIGKILL')
  } catch {
    // It had ended.
  }
}

async function listProblems(site: Site, rows: Rows): Promise<string[]> {
  const dataDir = resolvePath(site, 'db')
  const rowsAfter = await digestRows({ dataDir })
  const changedTables = [...rows].filter(
    ([table, { count, digest }]) =>
      !changingTables.includes(table) &&
      (rowsAfter.get(table)?.count !== count || rowsAfter.get(table)?.digest !== digest),
  )
  const left = readdirSync(site.dataDir).filter((name) => /^db\.mov(ing|e\.json)/.test(name))
  const oldFolders = readdirSync(site.dataDir).filter((name) => name.startsWith('db-pglite-'))
  return [
    ...(findDatabaseKind(dataDir) === 'postgresql' ? [] : ['the database did not move']),
    ...(oldFolders.length === 1 ? [] : [`${oldFolders.length} old folders`]),
    ...left.map((name) => `${name} remains`),
    ...changedTables.map(([table, { count }]) => `${table} had ${count} rows and has different ones`),
    ...(await listBrokenRules({ dataDir })),
  ]
}
