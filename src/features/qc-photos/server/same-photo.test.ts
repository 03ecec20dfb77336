import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { ImageMetadata } from '#features/images/image-registry.ts'
import { extractMetadata } from '#features/images/server/rendering/image-metadata.ts'
import { countDifferingBits, isSamePhoto } from './same-photo.ts'

const folder = join(import.meta.dirname, '../../../../db/demo/pictures')
/** The QC photos of the demo catalogue, many of which are frames of one session on one mat. */
const names = globSync('*/qc-*.webp', { cwd: folder }).toSorted().slice(0, 120)

const extractBytesMetadata = async (bytes: Buffer) => extractMetadata(bytes, bytes)
const metadataByName = new Map<string, ImageMetadata>()

beforeAll(async () => {
  for (const name of names)
    metadataByName.set(name, await extractBytesMetadata(readFileSync(join(folder, name))))
}, 60_000)

test('no two photos of the demo catalog count as the same photo', () => {
  const all = [...metadataByName]
  const confusedPairs = all.flatMap(([name, one], at) =>
    all.slice(at + 1).flatMap(([other, its]) => (isSamePhoto(one, its) ? [[name, other]] : [])),
  )
  expect([all.length, confusedPairs]).toEqual([120, []])
})

test('copies in another encoding and size are the same photo', async () => {
  const chosen = names.filter((_, at) => at % 8 === 0)
  const unrecognized: string[] = []
  for (const name of chosen) {
    const original = sharp(readFileSync(join(folder, name)))
    const metadata = metadataByName.get(name)
    const copies = [
      original.clone().jpeg({ quality: 60 }),
      original.clone().resize({ width: 640 }).webp({ quality: 75 }),
    ]
    for (const copy of copies)
      if (!metadata || !isSamePhoto(metadata, await extractBytesMetadata(await copy.toBuffer())))
        unrecognized.push(name)
  }
  expect(unrecognized).toEqual([])
})

const metadata = { width: 1080, height: 1080, colour: '#8fa3b2', fingerprint: '00000000ffff0000' }

test.each([
  ['the same', {}, true],
  ['four bits away', { fingerprint: '80000001ffff0003' }, true],
  ['five bits away', { fingerprint: '80000001ffff0007' }, false],
  ['smaller', { width: 540, height: 540 }, true],
  ['a pixel off', { width: 720, height: 721 }, true],
  ['of another proportion', { width: 1080, height: 1440 }, false],
  ['of another colour', { colour: '#b2a38f' }, false],
  ['a little paler', { colour: '#92a6b5' }, true],
])('compares two photos: %s', (_case, metadataPair, expected) => {
  expect(isSamePhoto(metadata, { ...metadata, ...metadataPair })).toBe(expected)
})

test.each([
  ['0000000000000000', 'ffffffffffffffff', 64],
  ['8000000000000000', '0000000000000000', 1],
  ['0f0f0f0f0f0f0f0f', 'f0f0f0f0f0f0f0f0', 64],
])('the hashes %s and %s differ in %i bits', (one, other, count) => {
  expect(countDifferingBits(one, other)).toBe(count)
})
