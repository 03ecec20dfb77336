import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { connectDatabase, type Database } from '#db/client.ts'
import { readPostmaster } from '#db/postgres/socket-folder.ts'
import { measureTreeMb } from '#support/memory.ts'

const rows = 50_000
const clients = 10
const durationMs = 3_000

/** What a site opens without DATABASE_URL. Times in ms, memory in MB with the process around. */
export type DatabaseFigures = {
  firstStartMs: number
  laterStartMs: number
  readsBesideSlowQuery: number
  insertsPerSecond: number
  mb: number
}

/** In a process of its own. */
export async function benchDatabase(): Promise<DatabaseFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), 'measure'])
  return JSON.parse(stdout)
}

async function measure(): Promise<DatabaseFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const dataDir = join(folder, 'db')
  const open = async (): Promise<{ database: Database; ms: number }> => {
    const from = performance.now()
    const database = await connectDatabase({ dataDir, applicationName: 'bench' })
    await database.pool.query('select 1')
    return { database, ms: Math.round(performance.now() - from) }
  }
  const first = await open()
  await first.database.close()
  const { database, ms } = await open()
  const { pool } = database
  await pool.query(
    `create table items as select id, md5(id::text) as name from generate_series(1, ${rows}) id;
     alter table items add primary key (id); create table notes (id int, name text)`,
  )
  const readsBesideSlowQuery = await measureBesideSlowQuery(pool)
  const insertsPerSecond = await measurePerSecond(() =>
    pool.query('insert into notes values ($1, $2)', [1, 'a note']),
  )
  const mb = measureTreeMb(process.pid, readPostmaster(dataDir)?.pid)
  await database.close()
  rmSync(folder, { recursive: true })
  return { firstStartMs: first.ms, laterStartMs: ms, readsBesideSlowQuery, insertsPerSecond, mb }
}

async function measureBesideSlowQuery(pool: Pool): Promise<number> {
  let isOver = false
  const slow = async () => {
    while (!isOver)
      await pool.query('select count(*) from items a join items b on a.name < b.name where a.id < 100')
  }
  const running = slow()
  const id = () => 1 + Math.floor(Math.random() * rows)
  const reads = await measurePerSecond(() => pool.query('select name from items where id = $1', [id()]))
  isOver = true
  await running
  return reads
}

async function measurePerSecond(act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const until = performance.now() + durationMs
  const client = async () => {
    for (; performance.now() < until; count += 1) await act()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return Math.round(count / (durationMs / 1000))
}

const [, file, task] = process.argv
if (file === fileURLToPath(import.meta.url) && task === 'measure')
  console.log(JSON.stringify(await measure()))
