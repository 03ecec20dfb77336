import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createDatabaseLocation, modes } from '#test/database.ts'
import { connectDatabase } from './client.ts'

const applicationName = 'tests'
const dataDir = ''

test.runIf(modes.includes('server'))('refuses a server older than PostgreSQL 15', async () => {
  const place = await createDatabaseLocation('server', 'empty')
  const young = await connectDatabase({ ...place.config, applicationName })
  await young.pool.query('create schema old')
  await young.pool.query(
    `create function old.current_setting(name text) returns text language sql as
     $$ select case name when 'server_version_num' then '140019' else '14.19' end $$`,
  )
  await young.pool.query(
    `do $$ begin execute format('alter database %I set search_path = old, pg_catalog', current_database()); end $$`,
  )
  await young.close()
  const opening = connectDatabase({ ...place.config, applicationName })
  await expect(opening).rejects.toThrow(/^PostgreSQL 15 or newer is needed; the server at .+ runs 14\.19\.$/)
  await place.remove()
})

test.runIf(modes.includes('server'))('goes on after the server cut its connections', async () => {
  const place = await createDatabaseLocation('server', 'empty')
  const warned = Promise.withResolvers<string>()
  const { pool, close } = await connectDatabase({ ...place.config, applicationName, warn: warned.resolve })
  const other = await connectDatabase({ ...place.config, applicationName })
  await other.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(await warned.promise).toContain('An idle database connection was lost: ')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await Promise.all([close(), other.close()])
  await place.remove()
})

test('names a server which cannot be reached, but not the password', async () => {
  const port = await closedPort()
  const url = `postgres://shop:secret@127.0.0.1:${port}/shop`
  const opening = connectDatabase({ url, dataDir, applicationName })
  await expect(opening).rejects.toThrow(
    `The PostgreSQL server at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
})

test('says so when DATABASE_URL is no address', async () => {
  const opening = connectDatabase({ url: 'not an address', dataDir, applicationName })
  await expect(opening).rejects.toThrow('The PostgreSQL server at DATABASE_URL cannot be used: ')
})

/** Takes a free port and gives it back, so that nothing listens there. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  await new Promise((resolve) => server.close(resolve))
  return port
}
