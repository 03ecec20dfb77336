import { expect } from 'vitest'
import { withOwner } from '#support/users.ts'
import { fewScriptStrings } from '../../attacks/script-strings.ts'
import { observeAll } from '../../attacks/xss/all.ts'
import { test } from '../support/test.ts'

/** Limit of pages and dialogs that are opened one by one. */
const maxOpened = 1

test('shows all texts of users as they were written, and runs none of them', {
  timeout: 240_000,
}, async ({ visitors, aSite }) => {
  const site = await aSite({
    ...withOwner,
    RATE_MULTIPLIER: '100000',
    SEED: 'none',
  })
  const observations = await observeAll(visitors.browser, site, fewScriptStrings, maxOpened)
  expect(observations.filter(({ wrong }) => wrong.length > 0)).toEqual([])
})
