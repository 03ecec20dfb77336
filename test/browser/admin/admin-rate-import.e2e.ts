import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { adminApi } from '../support/admin-api.ts'
import { hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { abortCall } from '../support/calls.ts'
import { chooseFile } from './agent-page.ts'
import {
  aCard,
  type Card,
  comparisonOf,
  jsonFile,
  path,
  rowIn,
  test,
  versionOf,
  versionsOf,
} from './rate-card-page.ts'

const call = 'POST /api/v1/shipping/rateCards'
const refusedCall = { allow: [/400/] }
const problem = (page: Page) => page.getByRole('region', { name: 'Import a rate card' }).getByRole('alert')
const chooseCardFile = (page: Page, file: ReturnType<typeof jsonFile>) =>
  chooseFile(page, 'Choose a file', file)

test('a valid card becomes an inactive version and is compared with the active one', async ({
  site,
  theOwner,
}) => {
  const card = await aCard(await adminApi(site))
  const { page, toast } = await theOwner(path)
  await chooseCardFile(page, jsonFile(card))
  await toast(`${card.id} was imported. Activate it to use it.`).waitFor()
  await comparisonOf(page, card.id).waitFor()
  await hasFocus(comparisonOf(page, card.id))
  await versionOf(page, card.id).getByText('Not active', { exact: true }).waitFor()
  await expect
    .poll(() => versionOf(page, card.id).innerText())
    .toMatch(/added (just now|\d+ s ago) by Admin$/)
  await page.getByText('1 row changed', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe(`?card=${card.id}`)
})

test('a dropped file is imported', async ({ site, theOwner }) => {
  const card = await aCard(await adminApi(site))
  const { page } = await theOwner(path)
  const box = page.getByRole('region', { name: 'Import a rate card' })
  const dragged = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'card.json', { type: 'application/json' }))
    return transfer
  }, JSON.stringify(card))
  await box.dispatchEvent('dragover', { dataTransfer: dragged })
  await expect.poll(() => box.getAttribute('data-over')).toBe('true')
  await box.dispatchEvent('drop', { dataTransfer: dragged })
  await comparisonOf(page, card.id).waitFor()
  await expect.poll(() => box.getAttribute('data-over')).toBeNull()
})

describe('an invalid file changes nothing', () => {
  type Fault = { name: string; change: (card: Card) => void; paths: string[]; sentence: string }
  const faults: Fault[] = [
    {
      name: 'a fee that is a text',
      change: (card) => Object.assign(rowIn(card, 'ems', 'US').tiers[0] ?? {}, { feeFirst: 'much' }),
      paths: ['lines[0]', 'ems', 'rates[0]', 'US', 'tiers[0].feeFirst'],
      sentence: '"much" is not a number.',
    },
    {
      name: 'tiers that overlap',
      change: (card) => {
        const row = rowIn(card, 'ems', 'US')
        row.tiers = row.tiers.flatMap((tier) => [
          { ...tier, upTo: 5000 },
          { ...tier, upTo: 4000 },
        ])
      },
      paths: ['ems', 'tiers[1].upTo'],
      sentence: '4000 must be greater than 5000.',
    },
    {
      name: 'an unknown category',
      change: ({ lines }) => Object.assign(lines[0] ?? {}, { categories: { block: ['#dragons'] } }),
      paths: ['ems', 'categories.block[0]'],
      sentence: '"#dragons" is no category of /category.json.',
    },
  ]
  const unsent = [
    ['{"schema": "rate-card/1", "lines": [}', 'This file is not JSON.'],
    ['line_id,countries\nems,DE', 'This file is not JSON.'],
    ['  ', 'This file is empty.'],
    [`{"lines": "${'x'.repeat(1024 * 1024)}"}`, 'A rate card may have 1 MB at most.'],
  ] as const

  test('a rejected file names the path of the error: a fee that is a text, overlapping tiers, an unknown category', async ({
    site,
    theOwner,
  }) => {
    const before = await versionsOf(site)
    const { page } = await theOwner(path, refusedCall)
    const line = problem(page).getByRole('listitem').first()
    for (const { name, change, paths, sentence } of faults) {
      await chooseCardFile(page, jsonFile(await aCard(await adminApi(site), change)))
      await expect.poll(() => line.innerText(), { message: name }).toContain(sentence)
      await problem(page).getByText("We couldn't import this file", { exact: true }).waitFor()
      for (const part of paths) await expect.poll(() => line.locator('code').innerText()).toContain(part)
      await problem(page).getByText('Nothing was changed.', { exact: true }).waitFor()
    }
    expect(await axeFindings(page)).toEqual([])
    await expect.poll(() => versionsOf(site)).toEqual(before)
  })

  test('a rejected file lists its first twenty errors; a file that is not JSON, empty or too large is not sent', async ({
    site,
    theOwner,
  }) => {
    const card = await aCard(await adminApi(site), ({ lines }) => {
      for (const { tiers } of lines.flatMap(({ rates }) => rates))
        Object.assign(tiers[0] ?? {}, { feeFirst: -1 })
    })
    const { page, apiCalls } = await theOwner(path, refusedCall)
    await chooseCardFile(page, jsonFile(card))
    await problem(page).getByText('These are the first 20.', { exact: true }).waitFor()
    await expect.poll(() => problem(page).getByRole('listitem').count()).toBe(20)

    const sent = () => apiCalls.filter((sentCall) => sentCall === call).length
    expect(sent()).toBe(1)
    for (const [text, sentence] of unsent) {
      await chooseCardFile(page, jsonFile(text))
      await problem(page).getByText(sentence, { exact: true }).waitFor()
    }
    expect(sent()).toBe(1)
  })

  test('when the connection fails, and can be chosen again', async ({ site, theOwner }) => {
    const card = await aCard(await adminApi(site))
    const { page } = await theOwner(path, { allow: [/net::ERR_FAILED/] })
    await abortCall(page, '/shipping/rateCards')
    await chooseCardFile(page, jsonFile(card))
    await problem(page).getByText('The file was not imported.', { exact: true }).waitFor()
    await page.unroute('**/api/v1/shipping/rateCards*')
    await chooseCardFile(page, jsonFile(card))
    await comparisonOf(page, card.id).waitFor()
    await expect.poll(() => problem(page).count()).toBe(0)
  })
})
