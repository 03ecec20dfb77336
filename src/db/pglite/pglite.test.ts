import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabaseLocation, type DatabaseLocation } from '#test/database.ts'
import { killPrograms, runProgram } from '#test/programs/child.ts'
import { connectDatabase, openDatabase } from '../client.ts'

const KILLS_WHILE_WRITING = 1
const applicationName = 'tests'

let location: DatabaseLocation
let dataDir: string
beforeEach(async () => {
  location = await createDatabaseLocation('pglite', 'migrated')
  dataDir = location.config.dataDir
})
afterEach(async () => {
  killPrograms()
  await location.remove()
})

test('keeps every confirmed write over kill -9', { timeout: 60_000 }, async () => {
  const confirmed: number[] = []
  for (let round = 0; round < KILLS_WHILE_WRITING; round += 1) {
    const first = (confirmed.at(-1) ?? 0) + 1000
    const writer = runProgram('write.ts', dataDir, String(first))
    await writer.waitForOutput(`\n${first + 400}\n`)
    writer.process.kill('SIGKILL')
    await writer.ended
    confirmed.push(...writer.output().split('\n').slice(0, -1).map(Number))
    expect(await findMissing(confirmed)).toEqual([])
  }
  expect(confirmed.length).toBeGreaterThan(400 * KILLS_WHILE_WRITING)
})

async function findMissing(ids: number[]): Promise<number[]> {
  const { pool, close } = await connectDatabase({ dataDir, applicationName })
  const result = await pool.query<{ id: number }>('select id from entries where length(note) >= 500')
  await pool.query('reindex table entries')
  await close()
  const present = new Set(result.rows.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

test('starts again after a kill -9 at each step of its first start, and ends cleanly on SIGTERM while idle', {
  timeout: 180_000,
}, async () => {
  rmSync(dataDir, { recursive: true })
  for (const step of ['.new', '.new/postmaster.pid']) {
    const first = runProgram('open.ts', dataDir)
    await vi.waitUntil(() => existsSync(dataDir + step), { interval: 2, timeout: 60_000 })
    first.process.kill('SIGKILL')
    await first.ended
    expect(first.output()).toBe('')
  }
  const last = runProgram('open.ts', dataDir)
  await last.waitForOutput('ready')
  last.process.kill('SIGTERM')
  await last.waitForOutput('closed')
  expect(await last.ended).toEqual({ code: 0, signal: null })
})

test('refuses a second process and lets it in after a kill -9', { timeout: 60_000 }, async () => {
  const first = runProgram('open.ts', dataDir)
  await first.waitForOutput('ready')
  const second = runProgram('open.ts', dataDir)
  expect(await second.ended).toEqual({ code: 2, signal: null })
  expect(second.output()).toBe(
    `The database folder ${dataDir} is in use by another process. ` +
      'Stop that process, choose another folder, or set DATABASE_URL to use a PostgreSQL server.\n',
  )
  first.process.kill('SIGKILL')
  await first.ended
  const third = runProgram('open.ts', dataDir)
  await third.waitForOutput('ready')
})

test('refuses a second opening in the same process', async () => {
  const { close } = await connectDatabase({ dataDir, applicationName })
  const second = connectDatabase({ dataDir, applicationName })
  await expect(second).rejects.toThrow('in use by another process')
  await close()
  const third = await connectDatabase({ dataDir, applicationName })
  await third.close()
})

test('ends cleanly on SIGTERM while busy', async () => {
  const child = runProgram('open.ts', dataDir, 'busy')
  await child.waitForOutput('ready')
  child.process.kill('SIGTERM')
  await child.waitForOutput('closed')
  expect(await child.ended).toEqual({ code: 0, signal: null })
})

test.each(['exception', 'force'])(
  'ends the process with a clear message when its worker ends by %s',
  async (way) => {
    const child = runProgram('crash.ts', dataDir, way)
    expect(await child.ended).toEqual({ code: 1, signal: null })
    expect(child.output()).toContain('The embedded database stopped unexpectedly')
    expect(child.output()).toContain('The process ends now.')
  },
)

test('ends the process with a clear message when it falls silent for good', async () => {
  const child = runProgram('silent.ts', dataDir, '300')
  await child.waitForOutput('ready')
  await child.waitForOutput('silent')
  expect(await child.ended).toEqual({ code: 1, signal: null })
  expect(child.output()).toContain(
    'The embedded database has not responded for 2.4 seconds. The process ends now.',
  )
})

test('is not taken for silent while it works, in a transaction and beside it', {
  timeout: 60_000,
}, async () => {
  const fatal = vi.fn<(error: Error) => void>()
  const { db, close } = await openDatabase({ dataDir, applicationName, onFatal: fatal, heartbeatMs: 400 })
  const working = db.transaction(async (tx) => {
    const begun = await tx.execute<{ now: string }>(sql`select now()::text`)
    const until = Date.now() + 1000
    while (Date.now() < until) await tx.execute(sql`select count(*) from generate_series(1, 1000)`)
    return [begun.rows, (await tx.execute(sql`select now()::text`)).rows]
  })
  const [begun, ended] = await working
  expect(ended).toEqual(begun)
  await close()
  expect(fatal).not.toHaveBeenCalled()
})

test('tells its owner of the end when it wants to know', async () => {
  const started = once(process, 'worker')
  const fatal = Promise.withResolvers<Error>()
  await connectDatabase({ dataDir, applicationName, onFatal: fatal.resolve })
  const [worker] = await started
  await worker.terminate()
  expect((await fatal.promise).message).toBe('The embedded database stopped unexpectedly (exit code 1).')
})

test('names a folder which holds something else, and leaves it as it is', async () => {
  const folder = join(dataDir, '..', 'holiday')
  mkdirSync(folder)
  writeFileSync(join(folder, 'beach.txt'), '')
  const opening = connectDatabase({ dataDir: folder, applicationName })
  await expect(opening).rejects.toThrow(`The database folder ${folder} cannot be opened.`)
  expect(readdirSync(folder)).toEqual(['beach.txt'])
  expect(existsSync(`${folder}.new`)).toBe(false)
})
