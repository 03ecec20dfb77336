import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockNumbers } from '#db/queries/lock-numbers.ts'
import { aUser } from '#support/factories.ts'
import { digestTables } from '#support/table-digests.ts'
import { useDatabase } from '#test/database.ts'
import { digestRestored, putFile, secret, useBackups } from '#test/fixtures/backup-fixture.ts'
import { createBackup } from './create-backup.ts'
import { readManifest } from './read-backup.ts'
import { type RestoreTarget, restoreBackup } from './restore.ts'
import { settleRestore } from './restore-journal.ts'

const media = { 'agents/mark.webp': 'a mark', 'demo/same.webp': 'a photo', 'qc/photo.webp': 'a photo' }
const tops = ['agents', 'demo', 'qc']
const former = { 'qc/other.webp': 'other', 'qc/photo.webp': 'a former photo', 'top.webp': 'beside' }
const formerSecret = 'the former secret'
const options = { replace: true, resumeJobs: false }

describe('a restore that is interrupted', () => {
  const source = useDatabase()
  const { at, aStock, aTarget } = useBackups()
  const file = () => at('backup.tar.zst')
  let target: Awaited<ReturnType<typeof aTarget>>
  const settle = (overrides: Partial<RestoreTarget> = {}) =>
    target.withPool((pool) => settleRestore({ ...target, ...overrides }, pool))
  const secretFile = () => target.secretFile ?? ''
  const inMedia = (...path: string[]) => join(target.mediaDir, ...path)
  const putFormer = () => {
    for (const [name, content] of Object.entries(former)) putFile(inMedia(name), content)
    putFile(secretFile(), formerSecret)
  }
  const whole = { ...media, secret }
  const before = { ...former, secret: formerSecret }

  beforeEach(async () => {
    await aUser(source.db)
    await createBackup(aStock(source.pool), { file: file() })
    target = await aTarget()
  })

  /** The state of the moment after the commit of the rows, or before it. */
  async function interrupt(isCommitted: boolean): Promise<void> {
    let id: string = randomUUID()
    if (isCommitted) {
      await restoreBackup(file(), target, options)
      id = await target.withPool(async (pool) => {
        const { rows } = await pool.query(
          `select details ->> 'id' as id from security_events where type = 'restored'`,
        )
        return rows[0].id
      })
    }
    rmSync(target.mediaDir, { recursive: true, force: true })
    putFormer()
    for (const [name, content] of Object.entries(media)) putFile(inMedia('.restoring', name), content)
    putFile(`${secretFile()}.restoring`, secret)
    const { mediaDir, database } = target
    const { secret: content, media: files } = await readManifest(file())
    const journal = {
      id,
      backup: file(),
      database,
      mediaDir,
      secretFile: secretFile(),
      secret: content,
      media: files,
    }
    putFile(target.journalFile, JSON.stringify(journal))
  }

  const listLeft = () =>
    [
      target.journalFile,
      `${target.journalFile}.new`,
      inMedia('.restoring'),
      `${secretFile()}.restoring`,
    ].filter((path) => existsSync(path))

  test('before its rows are committed is undone', async () => {
    await interrupt(false)
    expect(await settle()).toBe('undone')
    expect([await target.files(), listLeft()]).toEqual([before, []])
    expect(await settle()).toBe('none')
  })

  test('while images are written is undone', async () => {
    await interrupt(false)
    rmSync(inMedia('.restoring', 'qc'), { recursive: true })
    rmSync(`${secretFile()}.restoring`)
    writeFileSync(`${target.journalFile}.new`, '{"id":')
    expect(await settle()).toBe('undone')
    expect([await target.files(), listLeft()]).toEqual([before, []])
  })

  test.each(Array.from({ length: tops.length + 4 }, (_, step) => step))(
    'after its rows were committed is finished, also when that was interrupted after step %i',
    async (step) => {
      await interrupt(true)
      const steps = [
        () => rmSync(inMedia('top.webp')),
        () => rmSync(inMedia('qc', 'other.webp')),
        () => rmSync(inMedia('qc'), { recursive: true }),
        ...tops.map((name) => () => renameSync(inMedia('.restoring', name), inMedia(name))),
        () => {
          rmSync(inMedia('.restoring'), { recursive: true })
          renameSync(`${secretFile()}.restoring`, secretFile())
        },
      ]
      for (const take of steps.slice(0, step)) take()
      expect(await settle()).toBe('finished')
      expect([await target.files(), listLeft(), readdirSync(target.mediaDir).sort()]).toEqual([
        whole,
        [],
        tops,
      ])
      expect(await target.withPool(digestRestored)).toEqual(await digestTables(source.pool))
    },
  )

  test('is settled first by the next restore', async () => {
    await interrupt(true)
    const { earlier } = await restoreBackup(file(), target, options)
    expect([earlier, await target.files(), listLeft()]).toEqual(['finished', whole, []])
  })

  test.each([
    ['a picture', () => inMedia('.restoring', 'qc', 'photo.webp')],
    ['the secret', () => secretFile()],
  ])(
    'after the commit, with %s missing, is not finished: the sentence names the file, and nothing is moved',
    async (_what, path) => {
      await interrupt(true)
      rmSync(path(), { force: true })
      rmSync(`${secretFile()}.restoring`, { force: path() === secretFile() })
      const left = [await target.files(), listLeft()]
      await expect(settle()).rejects.toThrow(
        `The rows of ${file()} are restored, but the file ${path()} is missing or has changed. ` +
          `Move ${target.journalFile} away and restore the backup again with --replace.`,
      )
      expect([await target.files(), listLeft()]).toEqual(left)
    },
  )

  test('without its staged files is not treated as finished', async () => {
    await interrupt(true)
    rmSync(inMedia('.restoring'), { recursive: true })
    await expect(settle()).rejects.toThrow(`the file ${inMedia('agents/mark.webp')} is missing`)
    expect(await target.files()).toEqual(before)
  })

  test('with a damaged journal is an error and changes nothing', async () => {
    await interrupt(false)
    const intact = readFileSync(target.journalFile, 'utf8')
    const damages = [
      '',
      '{',
      intact.slice(0, intact.length / 2),
      intact.slice(0, -1),
      '[]',
      'null',
      '{"id":"x"}',
      '\0'.repeat(300),
    ]
    for (const text of damages) {
      writeFileSync(target.journalFile, text)
      const sentence = `${target.journalFile}, the journal of an interrupted restore, is damaged. Move it away and restore the backup again with --replace.`
      await expect(settle(), text).rejects.toThrow(sentence)
      await expect(restoreBackup(file(), target, options), text).rejects.toThrow(sentence)
    }
    expect(await target.files()).toEqual(before)
    expect(listLeft()).toHaveLength(3)
    rmSync(target.journalFile)
    await restoreBackup(file(), target, options)
    expect([await target.files(), listLeft()]).toEqual([whole, []])
  })

  test('is not settled with another database', async () => {
    await interrupt(true)
    await expect(settle({ database: 'db.example/other' })).rejects.toThrow(
      `An interrupted restore into ${target.database} is not finished, and this is another database. ` +
        `Start once with that database, or move ${target.journalFile} away and restore the backup again with --replace.`,
    )
    expect(listLeft()).toHaveLength(3)
  })

  test('waits while the server still commits its rows', async () => {
    await interrupt(false)
    const { id } = JSON.parse(readFileSync(target.journalFile, 'utf8'))
    await restoreBackup(
      file(),
      { ...target, mediaDir: at('elsewhere'), journalFile: at('other.json') },
      options,
    )
    await target.withPool(async (pool) => {
      const late = await pool.connect()
      await late.query('begin')
      await late.query('select pg_advisory_xact_lock($1)', [lockNumbers.fillTables])
      await late.query(
        `insert into security_events (type, details) values ('restored', jsonb_build_object('id', $1::text))`,
        [id],
      )
      const settling = settleRestore(target, pool)
      await expect
        .poll(
          async () =>
            (
              await late.query(
                `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
                [lockNumbers.fillTables],
              )
            ).rowCount,
        )
        .toBe(1)
      await late.query('commit')
      late.release()
      expect(await settling).toBe('finished')
    })
    expect([await target.files(), listLeft()]).toEqual([whole, []])
  })
})
