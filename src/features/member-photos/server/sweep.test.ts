import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { images, photoSubmissions, photoUploads, qcPhotos } from '#db/schema.ts'
import { sweepUploads } from '#features/images/server/uploads/upload-sweep.ts'
import { createUploads } from '#features/images/server/uploads/uploads.ts'
import { verifyData } from '#operations/verify.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { aQcPhoto, aQcSet, aQcUpload, aUser, passwordHash } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { sweepSubmissions } from './sweep.ts'

const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
const folder = join(mediaDir, 'qc')
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }))
beforeEach(() => rmSync(folder, { recursive: true, force: true }))

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

describe('sweeping photos', () => {
  const database = useDatabase()
  const discard = (image: string) => createUploads({ db: database.db, mediaDir, log: console }).discard(image)
  const sweep = (how = discard) => sweepSubmissions({ db: database.db, discard: how }, new Date())
  const sweepFiles = () => sweepUploads({ db: database.db, mediaDir, discard }, new Date())
  const listFiles = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

  /** A file with a registered URL, older than the retention of uploads. */
  async function aFile(name: string): Promise<string> {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), 'a photo')
    utimesSync(join(folder, name), ago(120), ago(120))
    await database.db.insert(images).values({ hash: name, source: `qc/${name}` })
    return `qc/${name}`
  }
  const aPerson = () => aUser(database.db, { passwordHash })

  test('deletes what was not submitted within the hour, with file and address', async () => {
    const { id: userId } = await aPerson()
    await aQcUpload(database.db, { userId, image: await aFile('old.webp'), createdAt: ago(61) })
    const young = await aQcUpload(database.db, {
      userId,
      image: await aFile('young.webp'),
      createdAt: ago(59),
    })
    const set = await aQcSet(database.db, { userId, createdAt: ago(6000) })
    await aQcPhoto(database.db, { submissionId: set.id, itemId: set.itemId, image: await aFile('sent.webp') })
    expect(await sweep()).toBe(1)
    expect(await sweepFiles()).toBe(0)
    expect(await database.db.select().from(photoUploads)).toEqual([young])
    expect(listFiles()).toEqual(['sent.webp', 'young.webp'])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('deletes submissions that were denied a month ago, and no others', async () => {
    const month = 30 * 24 * 60
    for (const status of ['denied', 'pending', 'approved'] as const)
      await aQcSet(database.db, { status, updatedAt: ago(month + 1) })
    const lately = await aQcSet(database.db, { status: 'denied', updatedAt: ago(month - 5) })
    const [old] = await database.db
      .select()
      .from(photoSubmissions)
      .where(eq(photoSubmissions.status, 'denied'))
    const image = await aFile('denied.webp')
    await aQcPhoto(database.db, { submissionId: old?.id ?? null, itemId: old?.itemId ?? '', image })
    expect(await sweep()).toBe(2)
    const remaining = await database.db
      .select({ id: photoSubmissions.id, status: photoSubmissions.status })
      .from(photoSubmissions)
    expect(remaining).toHaveLength(3)
    expect(remaining).toContainEqual({ id: lately.id, status: 'denied' })
    expect([await database.db.$count(qcPhotos), listFiles()]).toEqual([3, []])
    expect(await verifyData(database.db)).toEqual([])
  })

  test('deletes submissions that were pending for 60 days, and no others', async () => {
    const days = (count: number) => ago(count * 24 * 60)
    for (const status of ['pending', 'approved'] as const)
      await aQcSet(database.db, { status, createdAt: days(61), updatedAt: days(61) })
    const again = await aQcSet(database.db, { createdAt: days(90), updatedAt: days(59) })
    expect(await sweep()).toBe(1)
    const remaining = await database.db
      .select({ id: photoSubmissions.id, status: photoSubmissions.status })
      .from(photoSubmissions)
    expect(remaining).toHaveLength(2)
    expect(remaining).toContainEqual({ id: again.id, status: 'pending' })
    expect(await verifyData(database.db)).toEqual([])
  })

  test('leaves the file to the image sweep when it ends between row and file', async () => {
    const { id: userId } = await aPerson()
    for (const name of ['one.webp', 'two.webp'])
      await aQcUpload(database.db, { userId, image: await aFile(name), createdAt: ago(61) })
    const fail = async () => {
      throw new Error('The process ended.')
    }
    await expect(sweep(fail)).rejects.toThrow('The process ended.')
    expect([await database.db.$count(photoUploads), listFiles()]).toEqual([0, ['one.webp', 'two.webp']])
    expect(await sweepFiles()).toBe(2)
    expect([await database.db.$count(images), listFiles()]).toEqual([0, []])
  })

  test('deletes files without a row after an hour', async () => {
    await aFile('orphan.webp')
    expect(await sweepFiles()).toBe(1)
    expect([await database.db.$count(images), listFiles()]).toEqual([0, []])
  })
})
