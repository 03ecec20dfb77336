import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { connectDatabase } from '#db/client.ts'
import { createLog } from '#operations/log.ts'
import { readConfig } from '#platform/config.ts'
import { toPublicError } from '#shared/server/public-error.ts'
import { createDatabaseLocation } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { renderer } from './render.tsx'
import { startSite } from './site.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const act of undo.splice(0).reverse()) await act()
})

/** A way to a database server that can be cut, as when the server ends, and opened again. */
async function aServerThatEnds(url: string) {
  const { host, port, database, user } = new pg.Client(url)
  const sockets = new Set<Socket>()
  const door = createServer((near) => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const open = (at = 0) => new Promise<void>((resolve) => door.listen(at, '127.0.0.1', resolve))
  await open()
  const { port: at } = door.address() as AddressInfo // it listens on TCP
  const end = () => {
    door.close()
    for (const socket of sockets) socket.destroy()
  }
  undo.push(end)
  return { url: `postgres://${user}@127.0.0.1:${at}/${database}`, end, startAgain: () => open(at) }
}

test('a transaction under way when its server ends fails, and nothing else does', async () => {
  const location = await createDatabaseLocation('server', 'migrated')
  undo.push(location.remove)
  const server = await aServerThatEnds(location.config.url ?? '')
  const config = { url: server.url, dataDir: '', applicationName: 'tests', warn: () => {} }
  const { db, close } = await connectDatabase(config)
  undo.push(close)
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    server.end()
    await tx.execute(sql`select 2`)
  })
  // Without a listener of its own the connection's error would end the process, and so fails the whole run of tests.
  const failure = await failing.catch((error: unknown) => error)
  const log = createLog({ logLevel: 'silent' })
  expect(toPublicError(failure, log, 'r-1')).toMatchObject({ status: 503, code: 'BUSY' })
})

test('a site whose database server ends is not ready, shows kept pages, and is whole when it is back', async () => {
  const location = await createDatabaseLocation('server', 'migrated')
  undo.push(location.remove)
  const server = await aServerThatEnds(location.config.url ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  vi.spyOn(console, 'log').mockImplementation(() => {})
  undo.push(() => vi.restoreAllMocks())
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    SEED: 'none',
    LOG_LEVEL: 'silent',
    LINK_PREVIEW: 'off',
    PICTURE_JOBS: 'off',
  })
  const { app } = await startSite(config, { renderer, assets: () => '' })
  undo.push(() => app.close())
  const fetchStatus = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' } })).statusCode

  expect([await fetchStatus('/readyz'), await fetchStatus('/popular')]).toEqual([200, 200])
  server.end()
  await eventually(async () => expect(await fetchStatus('/readyz')).toBe(503))
  expect([await fetchStatus('/healthz'), await fetchStatus('/popular')]).toEqual([200, 200])
  await server.startAgain()
  await eventually(async () => expect(await fetchStatus('/readyz')).toBe(200))
  expect(await fetchStatus('/api/v1/agent/getAgent')).toBe(200)
})
