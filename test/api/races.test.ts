import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { verifyData } from '#operations/verify.ts'
import { aUser, password, passwordHash } from '#support/factories.ts'
import { createTestClient } from '#support/http-client.ts'
import { type Credentials, logIn } from '#support/users.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import type { RaceSite } from '../attacks/races/race-site.ts'
import { furtherRaces, mainRaces, runRound } from '../attacks/races/run.ts'

const rounds = 10
const clients = 50
/** Enough for all to be under way at once, where the time of the tests is short; the battery sends 50 everywhere. */
const fewer = 12
/** Of a race whose every client costs a password's hash. */
const fewest = 4
const races = [
  ...mainRaces.map((race) => ({ race, name: race.name, count: clients })),
  ...furtherRaces.map((race) => ({ race, name: race.name, count: race.isCostly ? fewest : fewer })),
]

describe('many clients at once', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '100000' } })

  async function anAccount(role: 'user' | 'admin'): Promise<Credentials> {
    const { email } = await aUser(database.db, { role, passwordHash })
    return { email, password }
  }

  async function findings(): Promise<string[]> {
    // A server's locks are those of all its databases; other tests have theirs beside this one.
    const { rows } = await database.db.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    )
    const broken = await verifyData(database.db)
    return [
      ...broken.map(({ name, offenders }) => `${name}: ${offenders.join('; ')}`),
      ...rows.filter(({ waiting }) => waiting > 0).map(({ waiting }) => `${waiting} wait for a lock`),
    ]
  }

  async function aWorld(): Promise<RaceSite> {
    const address = app().app.server.address()
    if (address === null || typeof address === 'string') throw new Error('The application has no port.')
    const client = createTestClient(`http://127.0.0.1:${address.port}`)
    const enter = async (role: 'user' | 'admin') => logIn(client, await anAccount(role))
    return {
      client,
      admins: [await enter('admin'), await enter('admin')],
      users: [await enter('user'), await enter('user')],
      logIn: (person) => logIn(client, person),
      findings,
    }
  }

  test.each(races)('$count: $name', { timeout: 120_000 }, async ({ race, count }) => {
    const raceSite = await aWorld()
    for (let round = 1; round <= rounds; round += 1) {
      const wrong = await runRound(race, raceSite, count)
      expect(wrong, `round ${round}`).toEqual([])
    }
    raceSite.client.close()
  })
})
