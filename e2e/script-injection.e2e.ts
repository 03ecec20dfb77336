import { expect } from 'vitest'
import { fewScriptStrings } from '../battery/script-strings.ts'
import { admin } from '../battery/site.ts'
import { seeAll } from '../battery/xss/all.ts'
import { test } from './test.ts'

/** Of what has to be opened one by one, so many. */
const most = 5

test('no text that people write runs, and all are shown as they were written', {
  timeout: 240_000,
}, async ({ browser, aSite }) => {
  const site = await aSite({
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_MULTIPLIER: '100000',
    SEED: 'none',
  })
  const sights = await seeAll(browser, site, fewScriptStrings, most)
  expect(sights.filter(({ wrong }) => wrong.length > 0)).toEqual([])
})
