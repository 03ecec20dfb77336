import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runForRequesters } from '#shared/server/access/requesters.ts'
import { useDatabase } from '#test/database.ts'
import { createHalves } from '#test/fixtures/picture-fixture.ts'
import { createUploads } from './uploads.ts'

const database = useDatabase()
const mediaDir = mkdtempSync(join(tmpdir(), 'media-'))
afterAll(() => rmSync(mediaDir, { recursive: true }))

test('renders an upload before earlier uploads of a user with many', async () => {
  const uploads = createUploads({ db: database.db, mediaDir, log: console })
  const file = await createHalves(60, 30).png().toBuffer()
  const stored: string[] = []
  const send = async (network: string) => {
    const { name } = Object(
      await runForRequesters(
        () => [network],
        () => uploads.store(file, 'qc'),
      ),
    )
    stored.push(name && network)
  }
  await Promise.all(['many', 'many', 'many', 'many', 'many', 'many', 'one'].map(send))
  expect(stored).toHaveLength(7)
  expect(stored.slice(0, 5)).toContain('one')
})

test('returns 503 with Retry-After when an image is not rendered in time', async () => {
  const render = () => Promise.reject(new Error('timeout: 60% complete'))
  const uploads = createUploads({ db: database.db, mediaDir, render, log: console })
  const storing = runForRequesters(
    () => ['network'],
    () => uploads.store(new Uint8Array(4), 'qc'),
  )
  const message = 'This image took too long. Please try again.'
  await expect(storing).rejects.toMatchObject({ status: 503, message, retryAfter: 5 })
})
