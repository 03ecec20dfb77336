import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type Database } from '#db/client.ts'
import { createJobs } from '#db/jobs.ts'
import { aUser } from '#support/factories.ts'
import { createDatabaseLocation, type DatabaseLocation } from '#test/database.ts'
import { useMailBox } from '#test/mail-box.ts'
import { killPrograms, type ProgramProcess, runProgram } from '#test/programs/child.ts'
import { createMailQueue } from './mail-queue.ts'

const people = 60

describe('queued emails', () => {
  const box = useMailBox()
  let location: DatabaseLocation
  beforeEach(async () => {
    location = await createDatabaseLocation('server', 'migrated')
  })
  afterEach(async () => {
    killPrograms()
    await location.remove()
  })

  async function withDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
    const database = await connectDatabase({ ...location.config, applicationName: 'tests' })
    return act(database).finally(() => database.close())
  }

  /** Orders a mail for everybody while nothing sends any. */
  const orderAll = () =>
    withDatabase(async ({ db, pool }) => {
      const jobs = createJobs({ pool, log: { warn: () => {} } })
      const mails = createMailQueue({ jobs, send: () => Promise.reject(new Error('not here')) })
      await jobs.start()
      await jobs.stop()
      const accounts = await Promise.all(Array.from({ length: people }, () => aUser(db)))
      for (const { email } of accounts) await db.transaction((tx) => mails.add(tx, { kind: 'reset', email }))
      return accounts.map(({ email }) => email)
    })

  async function aSender(): Promise<ProgramProcess> {
    const child = runProgram('mail.ts', JSON.stringify(location.config), box.url)
    await child.waitForOutput('ready')
    return child
  }

  async function kill(child: ProgramProcess): Promise<void> {
    child.process.kill('SIGKILL')
    await child.ended
  }

  /** As if the time had passed after which a process without a sign of life counts as dead. */
  const passTime = () =>
    withDatabase(async ({ pool }) => {
      const { rows } = await pool.query(
        "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active' returning data",
      )
      return rows.length
    })

  const waiting = () =>
    withDatabase(async ({ pool }) => {
      const { rows } = await pool.query(
        "select count(*)::int as n from pgboss.job where state <> 'completed'",
      )
      return rows[0]?.n
    })

  test('arrive once each when the process is killed twice, except one that was being sent', {
    timeout: 120_000,
  }, async () => {
    const addresses = await orderAll()
    box.down()
    const first = await aSender()
    await box.attempts(2)
    await kill(first)
    box.up()
    expect(await passTime()).toBeLessThanOrEqual(1)

    const second = await aSender()
    await box.count(people / 3)
    await box.hold()
    await kill(second)
    box.release()
    expect(await passTime()).toBe(1)

    const third = await aSender()
    await box.count(people + 1)
    third.process.kill('SIGTERM')
    expect(await third.ended).toEqual({ code: 0, signal: null })
    expect(await waiting()).toBe(0)

    const arrived = box.mails.flatMap(({ recipients }) => recipients)
    expect(new Set(arrived)).toEqual(new Set(addresses))
    expect(arrived).toHaveLength(people + 1)
    expect(new Set(box.mails.map(({ messageId }) => messageId)).size).toBe(people)
  })
})
