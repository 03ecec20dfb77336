import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type HostileFile, noPictures, pictures } from '#support/hostile-pictures.ts'
import { useDatabase } from '#test/database.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'

/** What no picture that is shown may hold, whatever came: code, archives, and what cameras write. */
const traces = ['<script', '<?php', 'PK\x03\x04', 'Exif', 'EXIF', 'ICCP', 'XMP ', 'GPS', '<svg', '<!doctype']

type HostileContent = Uint8Array | string
const isShown = ([what]: HostileFile) => what === 'an AVIF' || what === 'a cut JPEG'
const decodable = [...pictures, ...noPictures.filter(isShown)]

describe('pictures of hosts meant to harm', () => {
  const stage = usePictureFixture(useDatabase())

  /** What each of the files is at 480 px, one after the other on one server. */
  async function* answersTo(files: readonly HostileFile[]) {
    const { get } = await stage.aServer()
    for (const [at, [what, make]] of files.entries()) {
      const bytes: HostileContent = await make()
      yield { what, ...(await get(stage.addMedia(`${at}.png`, Buffer.from(bytes)), 480)) }
    }
  }

  test('are 404 when they are none', async () => {
    const wrong: unknown[] = []
    for await (const { what, statusCode, headers } of answersTo(noPictures.filter((one) => !isShown(one)))) {
      if (statusCode !== 404 || headers['cache-control'] !== 'no-store') wrong.push([what, statusCode])
    }
    expect(wrong).toEqual([])
  })

  test('are drawn anew, so that nothing but the picture is shown', async () => {
    for await (const { what, statusCode, headers, rawPayload } of answersTo(decodable)) {
      expect([what, statusCode, headers['content-type']]).toEqual([what, 200, 'image/webp'])
      const { format, pages = 1, exif, icc, width = 0 } = await sharp(rawPayload).metadata()
      expect([what, { format, pages, exif, icc }]).toEqual([what, { format: 'webp', pages: 1 }])
      expect(width).toBeLessThanOrEqual(480)
      const text = rawPayload.toString('latin1')
      expect([what, ...traces.filter((trace) => text.includes(trace))]).toEqual([what])
    }
  })
})
