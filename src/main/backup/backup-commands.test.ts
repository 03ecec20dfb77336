import { existsSync, readdirSync, readFileSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { createJobs } from '#db/jobs.ts'
import { users } from '#db/schema.ts'
import { aUser } from '#support/factories.ts'
import { digestTables } from '#support/table-digests.ts'
import { anApp } from '#test/api.ts'
import { digestRestored, putFile } from '#test/fixtures/backup-fixture.ts'
import { useTool } from '#test/operator-tool.ts'

describe('backup and restore', { timeout: 120_000 }, () => {
  const first = useTool('embedded')
  const embedded = useTool('embedded')
  const server = useTool('server')

  test('carry a site from one kind of database to the next, also while it runs', async () => {
    expect((await first.run('seed')).code).toBe(0)
    const rows = await first.withDatabase((_db, { pool }) => digestTables(pool))
    const file = (name: string) => join(server.folder(), 'own', `${name}.tar.zst`)
    const made = await first.run('backup', file('1'))
    expect(made).toEqual({ code: 0, out: expect.any(String), err: '' })
    expect(made.out).toMatch(
      / contains \d+ tables with \d+ rows, \d+ images and the secret, \d+\.\d MB unpacked\.\n$/,
    )
    expect((await embedded.run('restore', file('1'))).code).toBe(0)
    await embedded.withDatabase(async (_db, { pool, kind }) => {
      expect(kind).toBe('embedded')
      expect(await digestRestored(pool)).toEqual(rows)
      expect((await embedded.run('backup', file('2'))).code).toBe(0)
    })
    const restored = await server.run('restore', file('2'))
    expect(restored).toEqual({ code: 0, out: expect.any(String), err: '' })
    expect(restored.out).toMatch(/^The backup of 20\S+Z was restored: \d+ tables with \d+ rows, \d+ images /)
    expect(await server.run('verify')).toEqual({ code: 0, out: 'All checks passed.\n', err: '' })
    await server.withDatabase(async (_db, database) => {
      expect(await digestRestored(database.pool)).toEqual(rows)
      const app = await anApp({ database, env: { MEDIA_DIR: join(server.folder(), 'media') } })
      const { body } = await app.get('/products/getPopularProduct?page=1&limit=5')
      const [address = ''] = /\/img\/[^"]+\.webp/.exec(JSON.stringify(body)) ?? []
      const { status, headers } = await app.send(address)
      expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
      await app.close()
    })
    const pictures = (dataDir: string) => readdirSync(join(dataDir, 'media'), { recursive: true }).sort()
    expect(pictures(server.folder())).toEqual(pictures(first.dataDir()))
    expect(readFileSync(join(server.folder(), 'secret'), 'utf8').trim()).toBe(
      readFileSync(join(first.dataDir(), 'secret'), 'utf8').trim(),
    )
  })

  test('restore refuses a site that is not empty, and with --replace keeps what was there in a file', async () => {
    const file = join(server.folder(), 'site.tar.zst')
    await server.withDatabase(async (db, { pool }) => {
      const jobs = createJobs({ pool, log: { warn: () => {} } })
      const mails = jobs.queue('mail', async () => {})
      await jobs.start()
      await jobs.stop()
      await db.transaction((tx) => mails.send(tx, 'key', {}))
    })
    expect((await server.run('backup', file)).code).toBe(0)
    await server.withDatabase((db) => aUser(db))
    const refused = await server.run('restore', file)
    expect(refused).toEqual({
      code: 1,
      out: '',
      err: 'The database or the data folder is not empty. Restore into empty ones, or use --replace, which backs up their content first.\n',
    })
    const replaced = await server.run('restore', file, '--replace')
    expect(replaced.out).toContain('\nWaiting jobs were canceled: mail 1.\n')
    const [, former = ''] = /^The previous data was saved to (\S+)\.\n/.exec(replaced.out) ?? []
    expect(former).toMatch(/backups\/before-restore-[\dT-]+\.tar\.zst$/)
    await server.withDatabase(async (db) => expect(await db.$count(users)).toBe(0))
    expect((await server.run('restore', former, '--replace')).code).toBe(0)
    await server.withDatabase(async (db) => expect(await db.$count(users)).toBe(1))
  })

  test('a damaged database is refused with the command that brings the newest backup back', async () => {
    const { db, pool, close } = await openDatabase({ ...embedded.place(), applicationName: 'tests' })
    await aUser(db)
    const rows = await digestTables(pool)
    await close()
    const at = (...path: string[]) => join(embedded.dataDir(), ...path)
    const newest = at('backups', 'daily-2026-11-23T04-00-00.tar.zst')
    expect((await embedded.run('backup', newest)).code).toBe(0)
    putFile(at('backups', 'daily-2026-11-22T04-00-00.tar.zst'), 'older')
    putFile(at('backups', 'before-restore-2026-11-24T04-00-00.tar.zst'), 'an older backup')
    putFile(at('media', 'qc', 'later.webp'), 'of a day that is lost')

    truncateSync(at('db', 'global', 'pg_control'), 100)
    const { code, err } = await embedded.run('verify')
    expect([code, err]).toEqual([
      1,
      `The database folder ${at('db')} cannot be opened. Its file global/pg_control is incomplete. Move the folder away; ` +
        `this restores the newest backup: npm run cli -- restore ${newest} --replace\n`,
    ])
    renameSync(at('db'), at('db-damaged'))
    const [, command = ''] = /npm run cli -- (.+)\n/.exec(err) ?? []
    const restored = await embedded.run(...command.split(' '))
    expect(restored).toMatchObject({ code: 0, err: '' })
    await embedded.withDatabase(async (_db, { pool }) => expect(await digestRestored(pool)).toEqual(rows))
    expect(existsSync(at('media', 'qc', 'later.webp'))).toBe(false)
    expect(restored.out).toMatch(/^The previous data was saved to \S+\.\n/)
  })

  test('say in a sentence what they cannot do, and then have done nothing', async () => {
    const file = join(server.folder(), 'site.tar.zst')
    const sentence = async (...args: string[]) => {
      const { code, out, err } = await server.run(...args)
      expect([code, out]).toEqual([1, ''])
      return err
    }
    expect(await sentence('backup')).toBe('Specify exactly one file.\n')
    expect(await sentence('restore', file, 'another')).toBe('Specify exactly one file.\n')
    expect(await sentence('restore', file)).toBe(`There is no file ${file}.\n`)
    expect((await server.run('backup', file)).code).toBe(0)
    expect(await sentence('backup', file)).toBe(`The file ${file} already exists.\n`)
    truncateSync(file, 1000)
    expect(await sentence('restore', file)).toBe(
      `${file} is an incomplete backup of Chopmark: its end is missing.\n`,
    )
    expect(existsSync(join(server.folder(), 'media'))).toBe(false)
  })
})
