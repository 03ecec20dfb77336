import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePlace, type Place } from '#test/database.ts'
import { connectDatabase } from './client.ts'
import { damageOf } from './damage.ts'

let place: Place
let folder: string
beforeEach(async () => {
  place = await makePlace('embedded', 'migrated')
  folder = place.config.dataDir
})
afterEach(() => place.remove())

const remove = (name: string) => rmSync(join(folder, name), { recursive: true })
const cut = (name: string, bytes: number) => truncateSync(join(folder, name), bytes)
const logs = () =>
  readdirSync(join(folder, 'pg_wal'))
    .filter((name) => name.length === 24)
    .map((name) => `pg_wal/${name}`)

test.each<[string, () => void]>([
  ['Its file PG_VERSION is missing.', () => remove('PG_VERSION')],
  ['Its file PG_VERSION is empty.', () => cut('PG_VERSION', 0)],
  ['Its file global/pg_control is missing.', () => remove('global/pg_control')],
  ['Its file global/pg_control is cut short.', () => cut('global/pg_control', 100)],
  ['Its folder pg_wal is missing.', () => remove('pg_wal')],
  ['Its folder base is missing.', () => remove('base')],
  ['Its log, the files in pg_wal, is missing.', () => logs().forEach(remove)],
])('a damaged folder of a database is refused with what was found: %s', async (found, damage) => {
  damage()
  await expect(connectDatabase({ dataDir: folder, applicationName: 'tests' })).rejects.toThrow(
    `The database folder ${folder} cannot be opened. ${found} Put back a copy of the whole folder that was made ` +
      'while the server was stopped, or move the folder away: the next start makes an empty database.',
  )
})

test('a log that was cut is named', () => {
  const [log = ''] = logs()
  cut(log, 1_000_000)
  expect(damageOf(folder)).toBe(`The file ${log} of its log is cut short.`)
})

test('of a whole folder nothing is said', () => {
  expect(damageOf(folder)).toBeUndefined()
})

test('a folder with other things in it is none of a database', () => {
  const holiday = join(folder, '..', 'holiday')
  mkdirSync(holiday)
  writeFileSync(join(holiday, 'beach.txt'), '')
  expect(damageOf(holiday)).toBe('It holds files, but not those of a database.')
})
