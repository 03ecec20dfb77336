import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { adminApi } from '../support/admin-api.ts'
import { hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { lost } from '../support/calls.ts'
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
const bring = (page: Page, file: ReturnType<typeof jsonFile>) => chooseFile(page, 'Choose a file', file)

test('imports a card as an inactive version and compares it; CSV tiers extend the active card', async ({
  site,
  theOwner,
}) => {
  const card = await aCard(await adminApi(site))
  const { page, toast } = await theOwner(path)
  await bring(page, jsonFile(card))
  await toast(`${card.id} was imported. Activate it to use it.`).waitFor()
  await comparisonOf(page, card.id).waitFor()
  await hasFocus(comparisonOf(page, card.id))
  await versionOf(page, card.id).getByText('Not active', { exact: true }).waitFor()
  await expect
    .poll(() => versionOf(page, card.id).innerText())
    .toMatch(/added (just now|\d+ s ago) by Admin$/)
  await page.getByText('1 row changed', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe(`?card=${card.id}`)

  const csv = [
    'line_id,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue',
    'ems,DE,30000,step,500,199.00,500,40.00',
  ].join('\n')
  await bring(page, { name: 'tiers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const row = page.getByRole('table', { name: 'Changed figures' }).getByRole('row')
  await row.filter({ hasText: 'first 500 g' }).getByText('199.00', { exact: true }).waitFor()
})

test('a file can be dropped', async ({ site, theOwner }) => {
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

describe('a broken file changes nothing', () => {
  type Fault = { name: string; change: (card: Card) => void; positions: string[]; sentence: string }
  const faults: Fault[] = [
    {
      name: 'a fee that is a text',
      change: (card) => Object.assign(rowIn(card, 'ems', 'US').tiers[0] ?? {}, { feeFirst: 'much' }),
      positions: ['lines[0]', 'ems', 'rates[0]', 'US', 'tiers[0].feeFirst'],
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
      positions: ['ems', 'tiers[1].upTo'],
      sentence: '4000 must be greater than 5000.',
    },
    {
      name: 'an unknown category',
      change: ({ lines }) => Object.assign(lines[0] ?? {}, { categories: { block: ['#dragons'] } }),
      positions: ['ems', 'categories.block[0]'],
      sentence: '"#dragons" is no category of /category.json.',
    },
  ]
  const ofCsv =
    'line_id,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue\nems,DE,30000,step,500,much,500,40'
  const unsent = [
    ['{"schema": "rate-card/1", "lines": [}', 'This file is not JSON.'],
    ['  ', 'This file is empty.'],
    [`{"lines": "${'x'.repeat(1024 * 1024)}"}`, 'A rate card may have 1 MB at most.'],
  ] as const

  test('with a fee that is a text, tiers that overlap, an unknown category or a wrong line of CSV, whose place is named', async ({
    site,
    theOwner,
  }) => {
    const before = await versionsOf(site)
    const { page } = await theOwner(path, refusedCall)
    const line = problem(page).getByRole('listitem').first()
    for (const { name, change, positions, sentence } of faults) {
      await bring(page, jsonFile(await aCard(await adminApi(site), change)))
      await expect.poll(() => line.innerText(), { message: name }).toContain(sentence)
      await problem(page).getByText("We couldn't import this file", { exact: true }).waitFor()
      for (const position of positions)
        await expect.poll(() => line.locator('code').innerText()).toContain(position)
      await problem(page).getByText('Nothing was changed.', { exact: true }).waitFor()
    }
    expect(await axeFindings(page)).toEqual([])

    await bring(page, { name: 'tiers.csv', mimeType: 'text/csv', buffer: Buffer.from(ofCsv) })
    await expect.poll(() => line.locator('code').innerText()).toBe('Line 2, column fee_first')
    await expect.poll(() => line.innerText()).toContain('"much" is not an amount like 57.9.')
    await expect.poll(() => versionsOf(site)).toEqual(before)
  })

  test('with many errors lists the first twenty; an invalid, empty or too large one is not sent', async ({
    site,
    theOwner,
  }) => {
    const card = await aCard(await adminApi(site), ({ lines }) => {
      for (const { tiers } of lines.flatMap(({ rates }) => rates))
        Object.assign(tiers[0] ?? {}, { feeFirst: -1 })
    })
    const { page, apiCalls } = await theOwner(path, refusedCall)
    await bring(page, jsonFile(card))
    await problem(page).getByText('These are the first 20.', { exact: true }).waitFor()
    await expect.poll(() => problem(page).getByRole('listitem').count()).toBe(20)

    const sent = () => apiCalls.filter((one) => one === call).length
    expect(sent()).toBe(1)
    for (const [text, sentence] of unsent) {
      await bring(page, jsonFile(text))
      await problem(page).getByText(sentence, { exact: true }).waitFor()
    }
    expect(sent()).toBe(1)
  })

  test('without a connection, and can be chosen again', async ({ site, theOwner }) => {
    const card = await aCard(await adminApi(site))
    const { page } = await theOwner(path, { allow: [/net::ERR_FAILED/] })
    await lost(page, '/shipping/rateCards')
    await bring(page, jsonFile(card))
    await problem(page).getByText('The file was not imported.', { exact: true }).waitFor()
    await page.unroute('**/api/v1/shipping/rateCards*')
    await bring(page, jsonFile(card))
    await comparisonOf(page, card.id).waitFor()
    await expect.poll(() => problem(page).count()).toBe(0)
  })
})
