import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { startSimulator } from './simulate.ts'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

describe.each(modes)('questions to a slow source, on %s', (mode) => {
  const app = useApp(useDatabase(mode), { env: { PRODUCT_INFO_URL: simulator.urlOf('product-info') } })

  test('of one network, however many, leave those of another their answers', async () => {
    const { send, close } = createClient(app().origin)
    onTestFinished(close)
    const ask = (item: number, from: string) =>
      send(`/api/v1/product-info?shopType=weidian&productCode=${item}`, { from })
    simulator.setFault('product-info', 'slow')
    let refused = 0
    const flood = Array.from({ length: 60 }, async (_, at) => {
      const { body } = await ask(910_000 + at, '127.0.0.1')
      if (Object(body.data).state === 'unavailable') refused += 1
    })
    await expect.poll(() => refused).toBeGreaterThanOrEqual(12) // the others wait, or are being answered
    simulator.setFault('product-info', 'none')
    const { body } = await ask(920_000, '127.0.0.2')
    expect(body.data).toMatchObject({ state: 'known' })
    await Promise.all(flood)
  })
})
