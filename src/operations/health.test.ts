import { fastify } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkDatabase, measureClock } from '#db/health.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { anApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { serveHealth } from './health.ts'

describe('a clock that differs from the database’s', () => {
  const database = useDatabase()
  useTokens(database)
  afterEach(() => vi.useRealTimers())
  const setClock = (differenceMs: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + differenceMs })

  async function readReady() {
    const app = fastify()
    serveHealth(app, () => checkDatabase(database.pool))
    const reply = await app.inject('/readyz')
    await app.close()
    return [reply.statusCode, reply.json()]
  }

  test.each([
    ['just as the database’s', 0, undefined],
    ['half a minute ahead', MINUTE_MS / 2, undefined],
    ['20 minutes behind', -20 * MINUTE_MS, '20 minutes behind'],
    ['40 days ahead', 40 * DAY_MS, '40 days ahead of'],
  ])('%s: the site is ready, with a note above a minute', async (_how, differenceMs, difference) => {
    setClock(differenceMs)
    const note = `This machine's clock is ${difference} the database's. Synchronize both with NTP.`
    expect(await readReady()).toEqual([200, { status: 'ready', ...(difference && { note }) }])
  })

  test('ignores the duration of the query', async () => {
    const { query } = database.pool
    const slow = vi.spyOn(database.pool, 'query').mockImplementation(async (...parameters: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const result = await Reflect.apply(query, database.pool, parameters)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return result
    })
    const aheadMs = await measureClock(database.pool)
    slow.mockRestore()
    expect(Math.abs(aheadMs)).toBeLessThan(150)
  })

  test('reports the difference in the metrics and in the overview', async () => {
    const app = await anApp({ database, env: {} })
    setClock(-20 * MINUTE_MS)
    const { text } = await app.send('/metrics')
    const seconds = Number(/^chopmark_clock_difference_seconds (\S+)$/m.exec(text)?.[1])
    expect(Math.round(seconds / 10) * 10).toBe(-1200)
    const { body } = await app.get('/overview', { authorization: 'token-of-an-admin' })
    const lines: { name: string }[] = Object(body?.data).health
    expect(lines.find(({ name }) => name === 'Clock')).toMatchObject({
      level: 'down',
      note: "This machine's clock is 20 minutes behind the database's. Synchronize both with NTP.",
    })
    await app.close()
  })
})
