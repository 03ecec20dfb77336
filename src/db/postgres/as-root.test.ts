import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lchownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../client.ts'
import { readMajorVersion } from './cluster.ts'
import { stopOrphanedServer } from './launch.ts'
import { findPrograms, getProgramPath } from './programs.ts'
import { readPostmaster } from './socket-folder.ts'
import { isOwnUid, overflowUser } from './users.ts'

function getServerProgram(folder: string): string {
  const programs = findPrograms().find(({ major }) => major === readMajorVersion(folder))
  return programs ? getProgramPath(programs, 'postgres') : ''
}

describe.runIf(process.geteuid?.() === 0)('as root', { timeout: 120_000 }, () => {
  let parent: string
  let dataDir: string
  const opened: Database[] = []
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'root-'))
    dataDir = join(parent, 'data', 'db')
    spawnSync('chmod', ['755', parent])
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    await stopOrphanedServer(dataDir)
    rmSync(parent, { recursive: true })
  })
  async function open(isBesideSite = false): Promise<Database> {
    const database = await connectDatabase({
      dataDir,
      applicationName: 'tests',
      warn: () => {},
      isBesideSite,
    })
    opened.push(database)
    return database
  }
  const postmaster = () => readPostmaster(dataDir) ?? { pid: 0, socketFolder: '' }
  /** Whether another user's attempt with the client, on a file, and with a signal succeeds. */
  function attempt(uid: number, script: string, ...args: string[]): boolean {
    return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { uid, gid: uid, cwd: '/' }).status === 0
  }
  function connectAs(uid: number): boolean {
    const program = `const { Client } = require(process.argv[1]);
      const client = new Client({ host: process.argv[2], user: 'postgres', database: 'postgres' });
      client.connect().then(() => process.exit(0), () => process.exit(3))`
    const pg = createRequire(import.meta.url).resolve('pg')
    const { status } = spawnSync(process.execPath, ['-e', program, pg, postmaster().socketFolder], {
      uid,
      gid: uid,
      cwd: '/',
    })
    return status === 0
  }

  test('nobody, daemon and www-data cannot connect, read or signal; the site and commands beside it can', async () => {
    await open()
    const { pid } = postmaster()
    expect(isOwnUid(statSync(`/proc/${pid}`).uid)).toBe(true)
    for (const uid of [overflowUser.uid, 1, 33]) {
      expect(connectAs(uid)).toBe(false)
      expect(attempt(uid, 'cat "$1/global/pg_control"', dataDir)).toBe(false)
      expect(attempt(uid, 'ls "$1"', dataDir)).toBe(false)
      expect(attempt(uid, 'kill -0 "$1"', String(pid))).toBe(false)
    }
    expect(connectAs(0)).toBe(true)
    const beside = await open(true)
    expect(beside.name).toBe('the running site’s')
    expect((await beside.pool.query('select 1')).rowCount).toBe(1)
  })

  test('a folder that an older release ran as nobody changes hands, and its server, still running, is stopped before', async () => {
    const first = await open()
    await first.pool.query('create table kept as select 1 as value')
    await first.close()
    for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
      lchownSync(join(dataDir, name), overflowUser.uid, overflowUser.gid)
    const socket = mkdtempSync(join(tmpdir(), 'socket-'))
    lchownSync(socket, overflowUser.uid, overflowUser.gid)
    const old = spawn(getServerProgram(dataDir), ['-D', dataDir, '-k', socket, '-c', 'listen_addresses='], {
      ...overflowUser,
      cwd: '/',
      stdio: 'ignore',
    })
    const ended = once(old, 'exit')
    await expect.poll(() => readPostmaster(dataDir)?.pid, { timeout: 30_000 }).toBe(old.pid)
    const { pool } = await open()
    await ended
    expect((await pool.query('select value from kept')).rows).toEqual([{ value: 1 }])
    expect(isOwnUid(statSync(join(dataDir, 'base')).uid)).toBe(true)
    expect(isOwnUid(statSync(`/proc/${postmaster().pid}`).uid)).toBe(true)
  })

  test('a folder of another user stays that user’s', async () => {
    await (await open()).close()
    const copy = join(parent, 'copy')
    cpSync(dataDir, copy, { recursive: true })
    rmSync(dataDir, { recursive: true })
    cpSync(copy, dataDir, { recursive: true })
    lchownSync(dataDir, 2, 2)
    await open()
    expect([statSync(join(dataDir, 'base')).uid, statSync(`/proc/${postmaster().pid}`).uid]).toEqual([2, 2])
  })
})
