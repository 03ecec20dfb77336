import { MINUTE_MS } from '#shared/time.ts'
import { createTestClient } from '#support/http-client.ts'
import { kills, type Outcome, startKills } from '../kill/rounds.ts'
import { quantile, type Report, tally } from '../report.ts'
import { withServerDatabase, withSite } from '../site.ts'
import { createRaceSite } from '../stage.ts'

const readyWithinMs = 3000
const maxMinutes = 60
const disruptions = [kills.site, kills.database, kills.both]

/** I1: site, database or both are killed at any moment during writes; acknowledged changes are complete. */
export async function killAgain(report: Report): Promise<void> {
  await killOn(report, 'embedded', report.amount(6, 200))
  await withServerDatabase((url) => killOn(report, 'server', report.amount(2, 50), url))
}

async function killOn(report: Report, kind: string, maxRounds: number, url?: string): Promise<void> {
  const env = {
    RATE_MULTIPLIER: '100000',
    LOG_LEVEL: 'warn',
    ...(url !== undefined && { DATABASE_URL: url }),
  }
  await withSite(env, async (site) => {
    const raceSite = await createRaceSite(createTestClient(site.origin), site)
    const rounds = await startKills({ site, url, raceSite })
    const outcomes: Outcome[] = []
    const until = Date.now() + maxMinutes * MINUTE_MS
    const deepCheckInterval = report.amount(1, 10)
    while (outcomes.length < maxRounds && Date.now() < until)
      outcomes.push(
        await rounds.round(
          (outcomes.length + 1) % deepCheckInterval === 0 || outcomes.length + 1 === maxRounds,
          url === undefined ? disruptions[outcomes.length % disruptions.length] : kills.site,
        ),
      )
    const lost = outcomes.flatMap(({ wrong }) => wrong)
    report.check(`acknowledged changes are complete, ${kind}`, {
      tried: outcomes.length,
      failed: lost.length,
      figure: lost[0] ?? `${rounds.journal.acknowledged} acknowledged writes`,
    })
    const accounts = await rounds.allAccounts()
    report.check(`all accounts exist at the end, ${kind}`, {
      tried: 1,
      failed: accounts.length,
      figure: accounts[0] ?? '',
    })
    const times = outcomes.map(({ readyMs }) => readyMs)
    report.check(`ready again within ${readyWithinMs / 1000} s, ${kind}`, {
      ...tally(
        times,
        (ms) => ms <= readyWithinMs,
        (ms) => `${ms.toFixed(0)} ms`,
      ),
      figure: `median ${quantile(times, 0.5).toFixed(0)} ms, slowest ${quantile(times, 1).toFixed(0)} ms`,
    })
    raceSite.client.close()
  })
}
