import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { runMaintenance } from './maintenance.ts'

const stage = useDatabase('pglite')

const value = async (query: string) => (await stage.pool.query<{ value: unknown }>(query)).rows[0]?.value

test('writes a checkpoint after 16 MB of log, so that the log does not grow for ever', async () => {
  const lastCheckpoint = 'select redo_lsn::text as value from pg_control_checkpoint()'
  const before = await value(lastCheckpoint)
  await runMaintenance(stage.pool)
  expect(await value(lastCheckpoint)).toBe(before)
  await stage.pool.query(
    "create table notes as select repeat('x', 2000) as text from generate_series(1, 10000)",
  )
  await runMaintenance(stage.pool)
  expect(await value(lastCheckpoint)).not.toBe(before)
})

test('clears and counts tables which have changed, so that lookups stay fast', async () => {
  await stage.pool.query('create table counters as select n from generate_series(1, 1000) n')
  await stage.pool.query('update counters set n = n + 1')
  // PostgreSQL counts changes once a second unless told to do it now.
  await stage.pool.query('select pg_stat_force_next_flush()')
  await runMaintenance(stage.pool)
  expect(await value("select reltuples::int as value from pg_class where relname = 'counters'")).toBe(1000)
  const dead = "select n_dead_tup::int as value from pg_stat_user_tables where relname = 'counters'"
  expect(await value(dead)).toBe(0)
  const vacuums = "select vacuum_count::int as value from pg_stat_user_tables where relname = 'counters'"
  await runMaintenance(stage.pool)
  expect(await value(vacuums)).toBe(1)
})
