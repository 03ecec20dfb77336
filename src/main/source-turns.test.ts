import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '#simulator/simulate.ts'
import { createTestClient } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { renderer } from './render.tsx'

const simulator = await startSimulator({ port: 0 })
afterAll(() => simulator.close())

const { getSourceUrl } = simulator
const env = {
  PRODUCT_INFO_URL: getSourceUrl('product-info'),
  QC_URL: getSourceUrl('qc'),
  IMAGE_HOSTS: new URL(getSourceUrl('pictures')).origin,
}
afterEach(() => {
  simulator.setFault('all', 'none')
})

describe('requests to a source', () => {
  const app = useApp(useDatabase(), { env, renderer })

  /** What is learnt of an item by a network, by a client of many addresses. */
  function anAsker() {
    const { send, close } = createTestClient(app().origin)
    onTestFinished(close)
    const info = async (item: number, from: string) => {
      const { body } = await send(`/api/v1/product-info?shopType=weidian&productCode=${item}`, { from })
      return Object(body.data).state
    }
    const qc = async (item: number, from: string) => {
      const { body } = await send(`/api/v1/qc-external?shopType=weidian&goodsId=${item}`, { from })
      return body.data === null ? 'unavailable' : 'known'
    }
    const page = async (item: number, from: string) => (await send(`/product/weidian/${item}`, { from })).text
    return { info, qc, page }
  }

  test('of one network, however many, leave those of another their answers, of the same items too', async () => {
    const { info } = anAsker()
    simulator.setFault('product-info', 'slow')
    const refused: number[] = []
    const flood = Array.from({ length: 60 }, async (_, at) => {
      if ((await info(910_000 + at, '127.0.0.1')) === 'unavailable') refused.push(910_000 + at)
    })
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(12) // the others wait, or are being answered
    simulator.setFault('product-info', 'none')
    expect(await info(920_000, '127.0.0.2')).toBe('known')
    expect(await info(refused[0] ?? 0, '127.0.0.2')).toBe('known')
    await Promise.all(flood)
  })

  test.each([
    ['product-info', 'info'],
    ['qc', 'qc'],
  ] as const)('of one network that fail leave another its answers: %s', async (source, kind) => {
    const { [kind]: ask } = anAsker()
    simulator.setFault(source, 'forbidden')
    for (let at = 0; at < 5; at += 1) expect(await ask(930_000 + at, '127.0.0.1')).toBe('unavailable')
    simulator.setFault(source, 'none')
    expect(await ask(940_000, '127.0.0.1')).toBe('unavailable')
    expect(await ask(940_000, '127.0.0.2')).toBe('known')
    expect(await ask(940_001, '127.0.0.1')).toBe('known')
  })

  test('of one network that fail leave another its pages', async () => {
    const { qc, page } = anAsker()
    simulator.setFault('qc', 'forbidden')
    for (let at = 0; at < 5; at += 1) await qc(950_000 + at, '127.0.0.1')
    simulator.setFault('qc', 'none')
    const withoutPhotos = 'We couldn&#x27;t load the QC photos.'
    // What is learnt of the item while the first one is drawn makes that one old at once.
    for (let at = 0; at < 2; at += 1) expect(await page(960_000, '127.0.0.1')).toContain(withoutPhotos)
    expect(await page(960_000, '127.0.0.2')).not.toContain(withoutPhotos)
  })
})
