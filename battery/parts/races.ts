import { join } from 'node:path'
import type { Site } from '../../e2e/server.ts'
import { createClient } from '../client.ts'
import { brokenRules } from '../data.ts'
import { logIn, logInAdmin, type Person, verifiedPeople } from '../people.ts'
import { races, runRound } from '../races/run.ts'
import { rowOf, type World } from '../races/world.ts'
import type { Report } from '../report.ts'
import { withServerDatabase, withSite } from '../site.ts'

const clients = 50
const costlyClients = 10

/** I5 and I6: 50 clients at once over everything that may be there once, or in one order, or by one hand. */
export async function raceAll(report: Report): Promise<void> {
  await raceOn(report, 'embedded')
  const isThere = await withServerDatabase((url) => raceOn(report, 'server', url))
  if (!isThere) console.log('    no PostgreSQL server here: raced on the embedded database alone')
}

async function raceOn(report: Report, kind: string, url?: string): Promise<void> {
  const env = {
    RATE_MULTIPLIER: '100000',
    LOG_LEVEL: 'warn',
    ...(url !== undefined && { DATABASE_URL: url }),
  }
  await withSite(env, async (site) => {
    // The embedded database has one owner, so its rules are looked at once the site has ended.
    const world = await aWorld(site, async () => (url === undefined ? [] : brokenRules({ dataDir: '', url })))
    for (const race of races) {
      const wrong: string[] = []
      const rounds = report.amount(20, 200, 1000)
      for (let round = 1; round <= rounds; round += 1) {
        const found = await runRound(race, world, race.isCostly ? costlyClients : clients)
        if (found.length > 0) wrong.push(`round ${round}: ${found.join('; ')}`)
      }
      report.check(`${race.name}, ${kind}`, {
        tried: rounds,
        failed: wrong.length,
        ...(wrong[0] !== undefined && { figure: wrong[0] }),
      })
    }
    world.client.close()
    await site.end()
    const broken = await brokenRules({ dataDir: join(site.dataDir, 'db'), url })
    report.check(`the rules of the data, ${kind}`, {
      tried: 1,
      failed: broken.length,
      figure: broken.join('; '),
    })
  })
}

async function aWorld(site: Site, findings: World['findings']): Promise<World> {
  const client = createClient(site.origin)
  const [second, ...others] = await verifiedPeople(site, client, 3)
  if (!second) throw new Error('Nobody could register.')
  const first = await logInAdmin(client)
  const value = { email: second.email, role: 'admin' }
  rowOf(
    await client.call('POST /users/changeUserRoleOrStatus', value, {
      headers: { authorization: first.token },
    }),
  )
  const [one, two] = await Promise.all(others.map((person: Person) => logIn(client, person)))
  if (!one || !two) throw new Error('Too few people could log in.')
  const admins: World['admins'] = [first, await logIn(client, second)]
  return { client, admins, users: [one, two], logIn: (person) => logIn(client, person), findings }
}
