import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { images, photoUploads } from '#db/schema.ts'
import { registerImages } from '#features/images/server/image-repository.ts'
import { createImageUrls } from '#features/images/server/uploads/signed-urls.ts'
import { aForm, agentDraft, aPng } from '#support/forms.ts'
import { sendForm, testSecret, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { photoPeople } from '#test/fixtures/photo-submission-fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
const mediaDir = join(dataDir, 'media')
const renderedFolder = join(dataDir, 'pictures', 'a-hash')
for (const folder of [mediaDir, renderedFolder]) mkdirSync(folder, { recursive: true })
writeFileSync(join(renderedFolder, '320.webp'), 'a rendered picture')
afterAll(() => rmSync(dataDir, { recursive: true }))
/** A floor that is above the free space of any disk. */
const impossibleFloor = { bytes: Number.POSITIVE_INFINITY, part: 2 }

describe('a disk with less room than the floor', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { DATA_DIR: dataDir }, diskFloor: impossibleFloor })
  const people = photoPeople(app)

  test('rejects photos and agents’ images, frees rendered images, and still serves images', async () => {
    const { status, body, headers } = await people.upload()
    expect(body).toMatchObject({
      success: false,
      code: 'BUSY',
      message: "We couldn't add the photo. Please try again.",
    })
    expect([status, headers['content-type']]).toEqual([503, 'application/json; charset=utf-8'])
    expect(existsSync(renderedFolder)).toBe(false)
    const agent = await aForm(agentDraft, { bytes: await aPng(400) })
    expect((await sendForm(app(), '/agent/createAgent', agent)).status).toBe(503)
    expect([await database.db.$count(photoUploads), await database.db.$count(images)]).toEqual([0, 0])
    expect(readdirSync(mediaDir)).toEqual([])
    writeFileSync(join(mediaDir, 'tee.png'), await aPng(400))
    await registerImages(database.db, ['tee.png'])
    const address = createImageUrls(testSecret).toImageUrl('tee.png')
    expect((await app().send(address)).status).toBe(200)
    expect(readdirSync(join(dataDir, 'pictures'))).toEqual([])
  })
})
