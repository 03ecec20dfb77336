import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { startPooler, startRelay } from '#support/database-relay.ts'
import { createDatabaseLocation } from '#test/database.ts'
import { connectDatabase, openDatabase } from '../client.ts'

const applicationName = 'tests'
const dataDir = ''

test('refuses a server older than PostgreSQL 15', async () => {
  const location = await createDatabaseLocation('server', 'empty')
  const young = await connectDatabase({ ...location.config, applicationName })
  await young.pool.query('create schema old')
  await young.pool.query(
    `create function old.current_setting(name text) returns text language sql as
     $$ select case name when 'server_version_num' then '140019' else '14.19' end $$`,
  )
  await young.pool.query(
    `do $$ begin execute format('alter database %I set search_path = old, pg_catalog', current_database()); end $$`,
  )
  await young.close()
  const opening = connectDatabase({ ...location.config, applicationName })
  await expect(opening).rejects.toThrow(/^PostgreSQL 15 or newer is needed; the server at .+ runs 14\.19\.$/)
  await location.remove()
})

test('goes on after the server cut its connections', async () => {
  const location = await createDatabaseLocation('server', 'empty')
  const warned = Promise.withResolvers<string>()
  const { pool, close } = await connectDatabase({ ...location.config, applicationName, warn: warned.resolve })
  const other = await connectDatabase({ ...location.config, applicationName })
  await other.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(await warned.promise).toContain('An idle database connection was lost: ')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await Promise.all([close(), other.close()])
  await location.remove()
})

test('names a server which cannot be reached, but not the password', async () => {
  const port = await closedPort()
  const url = `postgres://shop:secret@127.0.0.1:${port}/shop`
  const opening = connectDatabase({ url, dataDir, applicationName })
  await expect(opening).rejects.toThrow(
    `The PostgreSQL server at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}.`,
  )
})

test.each(['SQL_ASCII', 'LATIN1'])(
  'refuses a database in %s, and says how to make one that fits',
  async (encoding) => {
    const location = await createDatabaseLocation('server', 'empty')
    const other = await createInEncoding(location, encoding)
    await expect(connectDatabase({ url: other, dataDir, applicationName })).rejects.toThrow(
      new RegExp(
        `^The database .+ has the encoding ${encoding} but needs UTF8\\. .*createdb -E UTF8 -T template0 NAME`,
      ),
    )
    await dropDatabase(location, other)
    await location.remove()
  },
)

test('takes a database in UTF8 with the locale C', async () => {
  const location = await createDatabaseLocation('server', 'empty')
  const other = await createInEncoding(location, 'UTF8')
  const { close } = await connectDatabase({ url: other, dataDir, applicationName })
  await close()
  await dropDatabase(location, other)
  await location.remove()
})

test('refuses a pooler, before it locks or sets anything', async () => {
  const location = await createDatabaseLocation('server', 'empty')
  const pooler = await startPooler(location.config.url ?? '')
  await expect(openDatabase({ url: pooler.url, dataDir, applicationName })).rejects.toThrow(
    /^The server at 127\.0\.0\.1:\d+ is a connection pooler such as PgBouncer, which the site cannot use: DATABASE_URL must name PostgreSQL itself\.$/,
  )
  expect(pooler.statements()).toEqual([expect.stringContaining('pg_backend_pid()')])
  await pooler.close()
  await location.remove()
})

test('refuses a pooler that takes no settings, with the same sentence', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      const text = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
      const head = Buffer.alloc(5)
      head.write('E')
      head.writeInt32BE(text.length + 4, 1)
      socket.end(Buffer.concat([head, Buffer.from(text)]))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const opening = connectDatabase({ url: `postgres://u:p@127.0.0.1:${port}/d`, dataDir, applicationName })
  await expect(opening).rejects.toThrow('is a connection pooler such as PgBouncer, which the site cannot use')
  server.close()
})

describe('a server without TLS', () => {
  const opening = async (mode: string) => {
    const location = await createDatabaseLocation('server', 'empty')
    const relay = await startRelay(location.config.url ?? '')
    try {
      const url = `${relay.url}?sslmode=${mode}`
      await (await connectDatabase({ url, dataDir, applicationName })).close()
    } finally {
      await relay.close()
      await location.remove()
    }
  }

  test.each(['disable', 'allow', 'prefer'])('is used with sslmode=%s', async (mode) => {
    const warnings = vi.spyOn(process, 'emitWarning')
    await opening(mode)
    expect(warnings).not.toHaveBeenCalled()
    warnings.mockRestore()
  })

  test.each(['require', 'verify-full', 'no-verify'])('is refused with sslmode=%s', async (mode) => {
    await expect(opening(mode)).rejects.toThrow(
      /^The PostgreSQL server at 127\.0\.0\.1:\d+ cannot be used: it offers no TLS, but sslmode requires it\.$/,
    )
  })
})

test('says so when DATABASE_URL is no address', async () => {
  const opening = connectDatabase({ url: 'not an address', dataDir, applicationName })
  await expect(opening).rejects.toThrow('DATABASE_URL must be a postgres:// address')
})

type TestLocation = Awaited<ReturnType<typeof createDatabaseLocation>>

/** Makes a database beside that of `place`; returns its address. */
async function createInEncoding(location: TestLocation, encoding: string): Promise<string> {
  const url = new URL(location.config.url ?? '')
  const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`
  await runOn(location, `create database ${name} encoding '${encoding}' locale 'C' template template0`)
  url.pathname = name
  return url.href
}

async function dropDatabase(location: TestLocation, url: string): Promise<void> {
  await runOn(location, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

async function runOn({ config }: TestLocation, statement: string): Promise<void> {
  const { pool, close } = await connectDatabase({ ...config, applicationName })
  await pool.query(statement)
  await close()
}

/** Takes a free port and gives it back, so that nothing listens there. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  await new Promise((resolve) => server.close(resolve))
  return port
}
