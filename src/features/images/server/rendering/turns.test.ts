import { expect, test } from 'vitest'
import { imageWidths } from '#shared/image-urls.ts'
import { useDatabase } from '#test/database.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'

const fixture = usePictureFixture(useDatabase())
const [busyNetwork, otherNetwork] = ['192.0.2.1', '192.0.2.2']

/** A server with URLs of images at all widths, none of which is rendered yet. */
async function createColdServer({
  pictures = 1,
  ...limits
}: {
  pictures?: number
  maxWaitingPerRequester?: number
}) {
  const server = await fixture.aServer({ limits })
  const bytes = await createHalves(600, 600).png().toBuffer()
  const addresses: string[] = []
  for (let at = 0; at < pictures; at += 1) {
    const source = fixture.addMedia(`${at}.png`, bytes)
    for (const width of imageWidths) addresses.push(await server.getImageAddress(source, width))
  }
  const own = await server.getImageAddress(fixture.addMedia('own.png', bytes), 320)
  const finished: string[] = []
  async function get(address: string, from: string) {
    const response = await server.ask(address, {}, from)
    finished.push(`${from} ${address}`)
    return response
  }
  return { addresses, own, get, finished }
}

test('200 image requests of one network do not delay those of another network', async () => {
  const { addresses, own, get, finished } = await createColdServer({ pictures: 30 })
  const flood = addresses.map((address) => get(address, busyNetwork))
  await Promise.race(flood)
  const last = addresses.at(-1) ?? ''
  const responses = await Promise.all([own, last].map((address) => get(address, otherNetwork)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(finished.length).toBeLessThan(addresses.length * 0.75)
  for (const { statusCode } of await Promise.all(flood)) expect(statusCode).toBe(200)
})

test('returns 503 to a network with too many waiting requests, and not to others', async () => {
  const { addresses, own, get } = await createColdServer({ pictures: 8, maxWaitingPerRequester: 3 })
  const flood = addresses.map((address) => get(address, busyNetwork))
  const outcomes = [get(own, otherNetwork), ...flood]
  const [otherResponse, ...floodResponses] = await Promise.all(outcomes)
  expect(otherResponse?.statusCode).toBe(200)
  const rejected = floodResponses.filter(({ statusCode }) => statusCode === 503)
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
})
