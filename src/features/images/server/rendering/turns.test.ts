import { expect, test } from 'vitest'
import { imageWidths } from '#shared/image-urls.ts'
import { useDatabase } from '#test/database.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'

const stage = usePictureFixture(useDatabase('server'))
const [greedy, other] = ['192.0.2.1', '192.0.2.2']

/** A server, and addresses of pictures at all widths, none of which was drawn before. */
async function createColdServer({
  pictures = 1,
  ...limits
}: {
  pictures?: number
  maxWaitingPerRequester?: number
}) {
  const server = await stage.aServer({ limits })
  const bytes = await createHalves(600, 600).png().toBuffer()
  const addresses: string[] = []
  for (let at = 0; at < pictures; at += 1) {
    const source = stage.addMedia(`${at}.png`, bytes)
    for (const width of imageWidths) addresses.push(await server.getImageAddress(source, width))
  }
  const own = await server.getImageAddress(stage.addMedia('own.png', bytes), 320)
  const finished: string[] = []
  async function get(address: string, from: string) {
    const reply = await server.ask(address, {}, from)
    finished.push(`${from} ${address}`)
    return reply
  }
  return { addresses, own, get, finished }
}

test('200 pictures of one network do not keep another’s waiting, be it its own or one of them', async () => {
  const { addresses, own, get, finished } = await createColdServer({ pictures: 30 })
  const flood = addresses.map((address) => get(address, greedy))
  await Promise.race(flood)
  const last = addresses.at(-1) ?? ''
  const replies = await Promise.all([own, last].map((address) => get(address, other)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(finished.length).toBeLessThan(addresses.length * 0.75)
  for (const { statusCode } of await Promise.all(flood)) expect(statusCode).toBe(200)
})

test('a network for which too many wait is told to come back, others are not', async () => {
  const { addresses, own, get } = await createColdServer({ pictures: 8, maxWaitingPerRequester: 3 })
  const flood = addresses.map((address) => get(address, greedy))
  const outcomes = [get(own, other), ...flood]
  const [mine, ...theirs] = await Promise.all(outcomes)
  expect(mine?.statusCode).toBe(200)
  const refused = theirs.filter(({ statusCode }) => statusCode === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
})
