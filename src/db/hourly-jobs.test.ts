import { afterEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { createJobs } from './jobs.ts'

describe('hourly tasks', () => {
  const database = useDatabase()
  const log = { warn: vi.fn() }
  const running = new Set<ReturnType<typeof createJobs>>()
  afterEach(async () => {
    for (const jobs of running) await jobs.stop()
    running.clear()
    log.warn.mockClear()
  })

  /** A process with two tasks, which notes in `done` what it did. */
  async function aProcess(done: string[], sweep: () => Promise<unknown> = async () => {}) {
    const jobs = createJobs({ pool: database.pool, log })
    const noting = (task: string, perform: () => Promise<unknown>) => async () => {
      await perform()
      done.push(task)
    }
    const ask = jobs.hourly({ sweep: noting('sweep', sweep), refresh: noting('refresh', async () => {}) })
    await jobs.start()
    running.add(jobs)
    return { ask, stop: () => jobs.stop().finally(() => running.delete(jobs)) }
  }
  const states = async () =>
    (await database.pool.query(`select state from pgboss.job where name = 'hourly'`)).rows.map(
      ({ state }) => state,
    )
  const settled = () => expect.poll(states, { timeout: 10_000 }).toEqual(['completed', 'completed'])
  const passHour = () =>
    database.pool.query(`update pgboss.job set singleton_on = singleton_on - interval '1 hour'`)

  test('are done once, however many processes ask, and once more in the next hour', async () => {
    const done: string[] = []
    const processes = await Promise.all([1, 2, 3].map(() => aProcess(done)))
    const askAll = () => Promise.all(processes.map(({ ask }) => ask()))
    await askAll()
    await settled()
    await askAll()
    expect(await states()).toHaveLength(2)
    expect(done.toSorted()).toEqual(['refresh', 'sweep'])
    await passHour()
    await askAll()
    await expect.poll(() => done.toSorted()).toEqual(['refresh', 'refresh', 'sweep', 'sweep'])
  })

  test('are not done again by a process that starts within the hour', async () => {
    const done: string[] = []
    const first = await aProcess(done)
    await first.ask()
    await settled()
    await first.stop()
    const second = await aProcess(done)
    await second.ask()
    expect(await states()).toEqual(['completed', 'completed'])
    expect(done).toHaveLength(2)
  })

  test('that failed are logged, do not delay others and are retried by the next process', async () => {
    const done: string[] = []
    const first = await aProcess(done, () => Promise.reject(new Error('The disk is away.')))
    await first.ask()
    await expect.poll(async () => (await states()).toSorted()).toEqual(['completed', 'retry'])
    expect(done).toEqual(['refresh'])
    expect(log.warn.mock.calls.map(([{ err }]) => err.message)).toEqual(['The disk is away.'])
    await first.stop()
    await database.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
    await aProcess(done)
    await settled()
    expect(done).toEqual(['refresh', 'sweep'])
  })
})
