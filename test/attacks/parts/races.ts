import { join } from 'node:path'
import { createTestClient } from '#support/http-client.ts'
import { listBrokenRules } from '../data.ts'
import { furtherRaces, mainRaces, runRound } from '../races/run.ts'
import type { Report } from '../report.ts'
import { withServerDatabase, withSite } from '../site.ts'
import { createRaceSite } from '../stage.ts'

const clients = 50
const costlyClients = 10

/** I5 and I6: 50 concurrent clients, for everything that must be unique, ordered or changed by one client. */
export async function raceAll(report: Report): Promise<void> {
  await raceOn(report, 'embedded')
  await withServerDatabase((url) => raceOn(report, 'server', url))
}

async function raceOn(report: Report, kind: string, url?: string): Promise<void> {
  const env = {
    RATE_MULTIPLIER: '100000',
    LOG_LEVEL: 'warn',
    ...(url !== undefined && { DATABASE_URL: url }),
  }
  await withSite(env, async (site) => {
    // Only one process can open the embedded database, so its rules are checked after the site has ended.
    const findings = async () => (url === undefined ? [] : listBrokenRules({ dataDir: '', url }))
    const raceSite = await createRaceSite(createTestClient(site.origin), site, findings)
    for (const race of [...mainRaces, ...furtherRaces]) {
      const wrong: string[] = []
      const rounds = report.amount(20, 200, 1000)
      for (let round = 1; round <= rounds; round += 1) {
        const faults = await runRound(race, raceSite, race.isCostly ? costlyClients : clients)
        if (faults.length > 0) wrong.push(`round ${round}: ${faults.join('; ')}`)
      }
      report.check(`${race.name}, ${kind}`, {
        tried: rounds,
        failed: wrong.length,
        ...(wrong[0] !== undefined && { figure: wrong[0] }),
      })
    }
    raceSite.client.close()
    await site.end()
    const broken = await listBrokenRules({ dataDir: join(site.dataDir, 'db'), url })
    report.check(`the rules of the data, ${kind}`, {
      tried: 1,
      failed: broken.length,
      figure: broken.join('; '),
    })
  })
}
