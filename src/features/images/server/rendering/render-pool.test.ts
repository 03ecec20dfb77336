import { describe, expect, test } from 'vitest'
import { createOutbound, type FetchedBody } from '#shared/server/outbound/outbound.ts'
import { useDatabase } from '#test/database.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { imageLimits } from '../../limits.ts'
import { parseImageHosts } from '../image-sources.ts'
import { createRenderPool } from './render-pool.ts'

const source = 'https://img.alicdn.com/a.jpg'

/** A pool whose host responds only when the test calls `respond`. */
function createTestPool() {
  const fetches: PromiseWithResolvers<FetchedBody>[] = []
  const log = { info: () => undefined, warn: () => undefined }
  const { call } = createOutbound({ breakerResetMs: 1_000, publicUrl: 'http://localhost:3000', log })
  const fetchBytes = () => {
    const fetch = Promise.withResolvers<FetchedBody>()
    fetches.push(fetch)
    return fetch.promise
  }
  const pool = createRenderPool({
    mediaDir: '/nowhere',
    bucket: undefined,
    outbound: { call, fetchBytes },
    hosts: parseImageHosts(),
    limits: { ...imageLimits, originalsAtOnce: 1, maxWaiting: 1 },
  })
  const read = (from = source) => pool.withOriginal(from, async (original) => original.toString())
  const waitForFetches = (count: number) => expect.poll(() => fetches.length).toBe(count)
  async function respond(at: number, text: string): Promise<void> {
    await waitForFetches(at + 1)
    fetches[at]?.resolve({ bytes: Buffer.from(text), type: 'image/png', url: new URL(source) })
  }
  return { ...pool, read, waitForFetches, respond, fetches }
}

describe('an original', () => {
  test('fetches an original once for concurrent requests', async () => {
    const { read, respond, fetches } = createTestPool()
    const readers = Array.from({ length: 20 }, () => read())
    await respond(0, 'first')
    expect(await Promise.all(readers)).toEqual(Array(20).fill('first'))
    expect(fetches).toHaveLength(1)
    const later = read()
    await respond(1, 'second')
    expect(await later).toBe('second')
  })

  test('holds an original and its slot until its last user has finished', async () => {
    const { withOriginal, read, respond, fetches } = createTestPool()
    const drawn = Promise.withResolvers<void>()
    const slow = withOriginal(source, () => drawn.promise)
    const fast = read()
    await respond(0, 'held')
    expect(await fast).toBe('held')
    const other = read('https://img.alicdn.com/b.jpg')
    expect(await read()).toBe('held')
    expect(fetches).toHaveLength(1)
    drawn.resolve()
    await slow
    await respond(1, 'the other')
    expect(await other).toBe('the other')
  })

  test('a failed fetch fails all waiting requests, and the next request fetches again', async () => {
    const { read, waitForFetches, respond, fetches } = createTestPool()
    const readers = [read(), read()]
    await waitForFetches(1)
    fetches[0]?.reject(new Error('The host is down.'))
    const outcomes = await Promise.allSettled(readers)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const later = read()
    await respond(1, 'back')
    expect(await later).toBe('back')
  })

  test('an error of one user does not affect the others', async () => {
    const { withOriginal, read, respond } = createTestPool()
    const failing = withOriginal(source, () => Promise.reject(new Error('This is no picture.')))
    const reading = read()
    await respond(0, 'well')
    await expect(failing).rejects.toThrow('This is no picture.')
    expect(await reading).toBe('well')
  })
})

describe('over HTTP', () => {
  const fixture = usePictureFixture(useDatabase())

  test('renders concurrent widths of an original from one fetch', async () => {
    const { get } = await fixture.aServer()
    const remote = fixture.remote('many-widths')
    const before = fixture.simulator.calls('pictures')
    fixture.simulator.setFault('pictures', 'slow')
    const responses = await Promise.all([160, 320, 480].map((width) => get(remote, width)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ rawPayload }) => rawPayload.length)).size).toBe(3)
    expect(fixture.simulator.calls('pictures') - before).toBe(1)
  })
})
