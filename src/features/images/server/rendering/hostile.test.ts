import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type HostileFile, noPictures, pictures } from '#support/hostile-pictures.ts'
import { useDatabase } from '#test/database.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'

/** Texts that no rendered image may contain: code, archives and camera metadata. */
const forbiddenTexts = [
  '<script',
  '<?php',
  'PK\x03\x04',
  'Exif',
  'EXIF',
  'ICCP',
  'XMP ',
  'GPS',
  '<svg',
  '<!doctype',
]

type HostileContent = Uint8Array | string
const isRendered = ([what]: HostileFile) => what === 'an AVIF' || what === 'a cut JPEG'
const decodable = [...pictures, ...noPictures.filter(isRendered)]

describe('pictures of hosts meant to harm', () => {
  const fixture = usePictureFixture(useDatabase())

  /** Requests each file at 480 px, one after the other on one server. */
  async function* fetchFiles(files: readonly HostileFile[]) {
    const { get } = await fixture.aServer()
    for (const [at, [what, make]] of files.entries()) {
      const bytes: HostileContent = await make()
      yield { what, ...(await get(fixture.addMedia(`${at}.png`, Buffer.from(bytes)), 480)) }
    }
  }

  test('returns 404 for hostile files that are not images', async () => {
    const wrong: unknown[] = []
    for await (const { what, statusCode, headers } of fetchFiles(
      noPictures.filter((one) => !isRendered(one)),
    )) {
      if (statusCode !== 404 || headers['cache-control'] !== 'no-store') wrong.push([what, statusCode])
    }
    expect(wrong).toEqual([])
  })

  test('renders hostile images again without their other content', async () => {
    for await (const { what, statusCode, headers, rawPayload } of fetchFiles(decodable)) {
      expect([what, statusCode, headers['content-type']]).toEqual([what, 200, 'image/webp'])
      const { format, pages = 1, exif, icc, width = 0 } = await sharp(rawPayload).metadata()
      expect([what, { format, pages, exif, icc }]).toEqual([what, { format: 'webp', pages: 1 }])
      expect(width).toBeLessThanOrEqual(480)
      const text = rawPayload.toString('latin1')
      expect([what, ...forbiddenTexts.filter((trace) => text.includes(trace))]).toEqual([what])
    }
  })
})
