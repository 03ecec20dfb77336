import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Visit } from '#support/visit.ts'
import { fitsEveryWidth, hasFocus } from '../support/admin-page.ts'
import { axeFindings } from '../support/axe.ts'
import { holdCall, lost } from '../support/calls.ts'
import { widths } from '../support/test.ts'
import { addressOf, comparisonOf, embedded, path, test } from './rate-card-page.ts'

const call = '/shipping/rateLine'
const ems = 'EMS (China Post)'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save as a new version', exact: true })
const error = (page: Page, sentence: string) => page.getByRole('dialog').getByText(sentence, { exact: true })

async function edit({ page, dialog }: Visit, name = ems) {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  await dialog(name).waitFor()
}

describe('a line', () => {
  test('is edited in a new version that is not active', async ({ theOwner }) => {
    const visit = await theOwner(path)
    const { page, toast, dialog } = visit
    await edit(visit)
    await expect.poll(() => new URL(page.url()).search).toBe(`?card=${embedded}&line=ems`)
    await field(page, 'Countries').selectOption({ label: 'Germany' })
    const old = Number(await field(page, 'First fee (CNY)').inputValue())
    await field(page, 'First fee (CNY)').fill(`${old + 12.5}`)
    await field(page, 'Maximum weight (g)').fill('20000')
    await field(page, 'Fuel (%)').fill('10')
    const answer = await holdCall(page, call)
    await save(page).click()
    await page.getByRole('button', { name: 'Saving…', exact: true }).waitFor()
    answer.go()
    const made = await toast(/Saved as default-2026-11-\d+\. Activate it to use it\./).innerText()
    const [id = ''] = /default-2026-11-\d+/.exec(made) ?? []
    await dialog(ems).waitFor({ state: 'detached' })
    await comparisonOf(page, id).waitFor()
    await hasFocus(comparisonOf(page, id))
    const table = page.getByRole('table', { name: 'Changed figures' })
    const first = table.getByRole('row').filter({ hasText: 'first 500 g' })
    await first.getByText((old + 12.5).toFixed(2), { exact: true }).waitFor()
    await table.getByRole('row').filter({ hasText: 'heaviest parcel' }).getByText('20 kg').waitFor()
    await table.getByRole('row').filter({ hasText: 'fuel surcharge' }).getByText('10.0%').waitFor()
  })

  test('is no longer offered when that is taken away', async ({ theOwner }) => {
    const visit = await theOwner(path)
    const { page } = visit
    await edit(visit, 'Sea special line')
    await field(page, 'Offer this line to shoppers').uncheck()
    await save(page).click()
    await page.getByRole('heading', { level: 2, name: / against / }).waitFor()
    const row = page.getByRole('table', { name: 'Lines of the card' }).getByRole('row')
    await row.filter({ hasText: 'Sea special line' }).getByText('off', { exact: true }).waitFor()
  })

  test('says at its field what is wrong, country by country', async ({ theOwner }) => {
    const visit = await theOwner(path)
    const { page, apiCalls } = visit
    await edit(visit)
    await field(page, 'First fee (CNY)').fill('1,200')
    await field(page, 'Countries').selectOption({ index: 3 })
    await save(page).click()
    const sentence = 'First fee must be a number with up to six decimals, like 12.50.'
    await error(page, sentence).waitFor()
    await expect.poll(() => field(page, 'Countries').inputValue()).toBe('0')
    await hasFocus(field(page, 'First fee (CNY)'))
    await expect.poll(() => field(page, 'First fee (CNY)').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.title()).toMatch(/^Error: /)
    expect(await axeFindings(page)).toEqual([])
    await field(page, 'First fee (CNY)').fill('1.5')
    await error(page, sentence).waitFor({ state: 'detached' })
    await field(page, 'Days from').fill('')
    await field(page, 'Fuel (%)').fill('200')
    await save(page).click()
    await error(page, 'Fuel is a percentage from 0 to 100, like 24.5.').waitFor()
    expect(apiCalls.filter((one) => one.includes(call))).toEqual([])
  })

  test("that was not changed is not saved; several faults are listed with the way to each; the server's sentence is shown at its field", async ({
    theOwner,
  }) => {
    const visit = await theOwner(path, { allow: [/400/] })
    const { page, apiCalls } = visit
    await edit(visit)
    await save(page).click()
    await error(page, 'Nothing has been changed.').waitFor()
    const [heaviest, longest] = [field(page, 'Maximum weight (g)'), field(page, 'Longest side (cm)')]
    const [grams, centimetres] = [await heaviest.inputValue(), await longest.inputValue()]
    await heaviest.fill('heavy')
    await longest.fill('0')
    await save(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Check these two fields' })
    await hasFocus(summary)
    await summary
      .getByRole('link', { name: 'Longest side is a number of centimetres above 0, like 150.' })
      .click()
    await hasFocus(longest)
    expect(apiCalls.filter((one) => one.includes(call))).toEqual([])

    await heaviest.fill(grams)
    await longest.fill(centimetres)
    await field(page, 'Next weight (g)').fill('0')
    await save(page).click()
    await expect
      .poll(() => field(page, 'Next weight (g)').getAttribute('aria-invalid'), { timeout: 5000 })
      .toBe('true')
    await hasFocus(field(page, 'Next weight (g)'))
  })
})

describe('what was typed', () => {
  test('is asked about before it is lost', async ({ theOwner }) => {
    const visit = await theOwner(path)
    const { page, dialog } = visit
    await edit(visit)
    await field(page, 'Fuel (%)').fill('10')
    await page.keyboard.press('Escape')
    const question = dialog('Discard changes?')
    await question.getByText('Your changes to this line will be lost.', { exact: true }).waitFor()
    await hasFocus(question.getByRole('button', { name: 'Keep editing', exact: true }))
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'Fuel (%)').inputValue()).toBe('10')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
    await dialog(ems).waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('button', { name: `Edit ${ems}`, exact: true }))
    await edit(visit)
    await expect.poll(() => field(page, 'Fuel (%)').inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await dialog(ems).waitFor({ state: 'detached' })
    await expect.poll(() => question.count()).toBe(0)
  })

  test('is kept when there was no answer, and for whoever goes back and comes again', async ({
    theOwner,
  }) => {
    const visit = await theOwner(path, { allow: [/net::ERR_FAILED/] })
    const { page, dialog } = visit
    await edit(visit)
    await field(page, 'Fuel (%)').fill('10')
    await lost(page, call)
    await save(page).click()
    await error(page, 'The line was not saved.').waitFor()
    await error(page, 'Check your connection and try again.').waitFor()
    await expect.poll(() => field(page, 'Fuel (%)').inputValue()).toBe('10')
    await page.goBack()
    await dialog(ems).waitFor({ state: 'detached' })
    await edit(visit)
    await dialog(ems)
      .getByText(/^Unsaved changes from \d\d:\d\d$/)
      .waitFor()
    await expect.poll(() => field(page, 'Fuel (%)').inputValue()).toBe('10')
    await dialog(ems).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => field(page, 'Fuel (%)').inputValue()).toBe('')
  })
})

describe('the dialog', () => {
  test.for(widths)(
    'opens by its address, and is accessible, at %i px; it fits every width',
    async (width, { theOwner }) => {
      const { page, dialog } = await theOwner(`${addressOf(embedded)}&line=dhl`, {
        width,
        touch: width === 360,
      })
      await dialog('DHL Express (HK)').waitFor()
      await page.getByText('Tier 2: charged to the gram', { exact: true }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      if (width === 1280) await fitsEveryWidth(page)
    },
  )
})
