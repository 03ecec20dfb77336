import { expect, test, vi } from 'vitest'
import { runForRequesters } from '#shared/server/access/requesters.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import { createHalves } from '#test/fixtures/picture-fixture.ts'
import { imageLimits } from '../../limits.ts'
import { parseImageHosts } from '../image-sources.ts'
import { createRenderPool } from './render-pool.ts'

const original = 'https://img.alicdn.com/imgextra/a.jpg'
const thumbnail = `${original}_400x400.jpg_.webp`

/** A pool whose hosts respond with the entries of `pictures`, otherwise with 404. */
function createPool(pictures: Record<string, Buffer>) {
  const fetchBytes = vi.fn(async (address: string) => {
    const bytes = pictures[address]
    if (!bytes) throw new SourceError('status', 'No such picture.', 404)
    return { bytes }
  })
  const call = async (_name: string, task: () => Promise<unknown>) => task()
  const outbound = { fetchBytes, call } as unknown as Parameters<typeof createRenderPool>[0]['outbound'] // only the used parts
  const hosts = parseImageHosts()
  const pool = createRenderPool({
    mediaDir: '/nowhere',
    bucket: undefined,
    outbound,
    hosts,
    limits: imageLimits,
  })
  const load = (source: string) =>
    runForRequesters(
      () => ['network'],
      () => pool.withOriginal(source, async (bytes) => bytes),
    )
  return { load, listFetched: () => fetchBytes.mock.calls.map(([address]) => address) }
}

test('fetches the original of a thumbnail', async () => {
  const [large, small] = [
    await createHalves(600, 300).jpeg().toBuffer(),
    await createHalves(60, 30).webp().toBuffer(),
  ]
  const pool = createPool({ [original]: large, [thumbnail]: small })
  expect((await pool.load(thumbnail)).equals(large)).toBe(true)
  expect(pool.listFetched()).toEqual([original])
})

test('fetches the thumbnail when the original is missing or cannot be rendered', async () => {
  const small = await createHalves(60, 30).webp().toBuffer()
  const missing = createPool({ [thumbnail]: small })
  expect((await missing.load(thumbnail)).equals(small)).toBe(true)
  const unusable = createPool({ [original]: Buffer.from('<html>'), [thumbnail]: small })
  expect((await unusable.load(thumbnail)).equals(small)).toBe(true)
  expect(unusable.listFetched()).toEqual([original, thumbnail])
})
