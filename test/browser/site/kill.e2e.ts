import { expect, test } from 'vitest'
import { createTestClient } from '#support/http-client.ts'
import { startSite } from '#support/site.ts'
import { withOwner } from '#support/users.ts'
import { kills, startKills } from '../../attacks/kill/rounds.ts'
import { createRaceSite } from '../../attacks/stage.ts'

test('acknowledged changes are complete after the database, or the site too, is killed while sixteen clients write', {
  timeout: 180_000,
}, async ({ onTestFinished }) => {
  const site = await startSite({
    env: {
      ...withOwner,
      RATE_MULTIPLIER: '100000',
      SEED: 'none',
    },
  })
  onTestFinished(site.stop)
  const raceSite = await createRaceSite(createTestClient(site.origin), site)
  const rounds = await startKills({ site, raceSite })
  for (const victim of ['database', 'both'] as const) {
    const { wrong } = await rounds.round(victim === 'both', kills[victim]) // what the first lost is still lost then
    expect(wrong, victim).toEqual([])
  }
  expect(await rounds.allAccounts()).toEqual([])
  expect(rounds.journal.acknowledged).toBeGreaterThan(2)
  raceSite.client.close()
})
