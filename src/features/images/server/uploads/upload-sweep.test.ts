import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { images } from '#db/schema.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { anAgent } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { sweepUploads } from './upload-sweep.ts'
import { createUploads } from './uploads.ts'

const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
const folder = join(mediaDir, 'agents')
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }))
beforeEach(() => rmSync(folder, { recursive: true, force: true }))

const now = new Date('2026-11-21T12:00:00Z')

function writeUpload(name: string, { age = 61 * MINUTE_MS } = {}): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'a picture')
  const written = new Date(now.getTime() - age)
  utimesSync(join(folder, name), written, written)
  return `agents/${name}`
}

describe('sweeping uploads', () => {
  const database = useDatabase()
  const sweep = () => {
    const { discard } = createUploads({ db: database.db, mediaDir, log: console })
    return sweepUploads({ db: database.db, mediaDir, discard }, now)
  }

  test('deletes unused and incomplete files with their registration', async () => {
    const used = writeUpload('used.webp')
    await anAgent(database.db, { image: used })
    const orphan = writeUpload('orphan.webp')
    writeUpload('.half.tmp')
    await database.db.insert(images).values([
      { hash: 'used', source: used },
      { hash: 'orphan', source: orphan },
    ])
    expect(await sweep()).toBe(2)
    expect(readdirSync(folder)).toEqual(['used.webp'])
    expect(await database.db.select({ source: images.source }).from(images)).toEqual([{ source: used }])
    expect(await sweep()).toBe(0)
  })

  test('keeps files younger than an hour', async () => {
    writeUpload('young.webp', { age: 59 * MINUTE_MS })
    writeUpload('.young.tmp', { age: 59 * MINUTE_MS })
    expect(await sweep()).toBe(0)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('keeps the image of a deleted agent, which can be restored', async () => {
    const image = writeUpload('gone.webp')
    await anAgent(database.db, { image, position: null, deletedAt: new Date() })
    expect(await sweep()).toBe(0)
  })

  test('deletes nothing outside of its folders, and works without them', async () => {
    expect(await sweep()).toBe(0)
    mkdirSync(join(folder, 'a folder'), { recursive: true })
    writeFileSync(join(mediaDir, 'beside.webp'), 'x')
    utimesSync(join(mediaDir, 'beside.webp'), 1, 1)
    utimesSync(join(folder, 'a folder'), 1, 1)
    expect(await sweep()).toBe(0)
    expect(readdirSync(mediaDir).toSorted()).toEqual(['agents', 'beside.webp'])
  })
})
