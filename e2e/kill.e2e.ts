import { expect } from 'vitest'
import { createClient } from '../battery/client.ts'
import { startKills } from '../battery/kill/rounds.ts'
import { admin } from '../battery/site.ts'
import { aWorld } from '../battery/stage.ts'
import { test } from './test.ts'

const rounds = 5

test('what was acknowledged is there and whole though the site is killed while sixteen write', {
  timeout: 180_000,
}, async ({ aSite }) => {
  const site = await aSite({
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_MULTIPLIER: '100000',
    SEED: 'none',
  })
  const world = await aWorld(createClient(site.origin), site)
  const kills = await startKills({ site, world })
  for (let round = 1; round <= rounds; round += 1) {
    const { wrong } = await kills.round(true)
    expect(wrong, `round ${round}`).toEqual([])
  }
  expect(await kills.allAccounts()).toEqual([])
  expect(kills.journal.acknowledged).toBeGreaterThan(rounds)
  world.client.close()
})
