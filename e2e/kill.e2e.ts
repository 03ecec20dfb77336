import { expect, test } from 'vitest'
import { createClient } from '#support/http-client.ts'
import { withOwner } from '#support/people.ts'
import { startSite } from '#support/site.ts'
import { startKills } from '../battery/kill/rounds.ts'
import { aWorld } from '../battery/stage.ts'

const rounds = 2

test('what was acknowledged is there and whole though the site is killed while sixteen write', {
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
  const world = await aWorld(createClient(site.origin), site)
  const kills = await startKills({ site, world })
  for (let round = 1; round <= rounds; round += 1) {
    const { wrong } = await kills.round(round === rounds) // what earlier rounds lost is still lost then
    expect(wrong, `round ${round}`).toEqual([])
  }
  expect(await kills.allAccounts()).toEqual([])
  expect(kills.journal.acknowledged).toBeGreaterThan(rounds)
  world.client.close()
})
