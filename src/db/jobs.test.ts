import { afterEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { createJobs, type Job } from './jobs.ts'

type TestJob = { what: string }

describe('the job queue', () => {
  const database = useDatabase()
  const log = { warn: vi.fn() }
  const running = new Set<ReturnType<typeof createJobs>>()
  afterEach(async () => {
    for (const jobs of running) await jobs.stop()
    running.clear()
    log.warn.mockClear()
  })

  /** A process that does errands: `done` lists them, in the order in which they ended. */
  async function aWorker(perform: (job: Job<TestJob>) => Promise<void> = async () => {}) {
    const jobs = createJobs({ pool: database.pool, log, superviseSeconds: 1 })
    const done: string[] = []
    const queue = jobs.queue<TestJob>('errands', async (job) => {
      await perform(job)
      done.push(job.data.what)
    })
    await jobs.start()
    running.add(jobs)
    const send = (what: string, key = what) => database.db.transaction((tx) => queue.send(tx, key, { what }))
    return { jobs, queue, done, send, stop: () => jobs.stop().finally(() => running.delete(jobs)) }
  }

  const rows = async () => (await database.pool.query('select * from pgboss.job')).rows

  test('does what was sent, one after the other', async () => {
    let atOnce = 0
    const { send, done } = await aWorker(async () => {
      atOnce += 1
      await database.pool.query('select 1')
      expect(atOnce).toBe(1)
      atOnce -= 1
    })
    const errands = Array.from({ length: 20 }, (_, index) => `errand ${index}`)
    for (const errand of errands) await send(errand)
    await expect.poll(() => done).toEqual(errands)
  })

  test('tells how many jobs wait, since when, and how many were given up', async () => {
    const { jobs, stop, send } = await aWorker()
    expect(await jobs.status()).toEqual({ waiting: 0, oldest: null, failed: 0 })
    await stop()
    for (const what of ['old', 'new', 'hopeless']) await send(what)
    const [old = { created_on: null }] = await rows()
    await database.pool.query(
      `update pgboss.job set state = 'failed', created_on = now() - interval '1 hour' where singleton_key = 'hopeless'`,
    )
    expect(await jobs.status()).toEqual({ waiting: 2, oldest: old.created_on, failed: 1 })
  })

  test('does nothing that was rolled back', async () => {
    const { queue, send, done } = await aWorker()
    const broken = database.db.transaction(async (tx) => {
      await queue.send(tx, 'a', { what: 'rolled back' })
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await rows()).toEqual([])
    await send('committed')
    await expect.poll(() => done).toEqual(['committed'])
  })

  test('keeps one waiting job for a key, with the newest data', async () => {
    const stopped = await aWorker()
    await stopped.stop()
    for (const what of ['first', 'second', 'third']) await stopped.send(what, 'one key')
    await stopped.send('other', 'another key')
    const { done } = await aWorker()
    await expect.poll(() => done).toEqual(['third', 'other'])
  })

  test('tries again what failed, without keeping why it did', async () => {
    let tries = 0
    const { send, done } = await aWorker(async () => {
      tries += 1
      if (tries < 3) throw new Error('a private reason')
    })
    await send('try')
    await expect.poll(() => done, { timeout: 15_000 }).toEqual(['try'])
    expect(log.warn.mock.calls.map(([{ err }]) => err.message)).toEqual([
      'a private reason',
      'a private reason',
    ])
    expect(JSON.stringify(await rows())).not.toContain('a private reason')
  })

  test('gives the job of a process that died to another', async () => {
    const dying = Promise.withResolvers<void>()
    const dead = await aWorker(({ signal }) => {
      signal.addEventListener('abort', () => dying.reject(new Error('gone')))
      return dying.promise
    })
    await dead.send('left behind')
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['active'])
    const { done } = await aWorker()
    await database.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 minute'")
    await expect.poll(() => done, { timeout: 15_000 }).toEqual(['left behind'])
  })

  test('gives every job to one of several processes', async () => {
    const workers = [await aWorker(), await aWorker()]
    const errands = Array.from({ length: 30 }, (_, index) => `errand ${index}`)
    for (const errand of errands) await workers[0]?.send(errand)
    await expect
      .poll(() => workers.flatMap(({ done }) => done).sort(), { timeout: 10_000 })
      .toEqual(errands.toSorted())
  })

  test('lets what waits give up when it stops, and has it done later', async () => {
    const begun = Promise.withResolvers<void>()
    const first = await aWorker(({ signal }) => {
      begun.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await first.send('interrupted')
    await begun.promise
    await first.stop()
    expect(log.warn).not.toHaveBeenCalled()
    const second = await aWorker()
    await expect.poll(() => second.done, { timeout: 10_000 }).toEqual(['interrupted'])
  })
})
